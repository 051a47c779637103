package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.words.Lexicon;

/**
 * The cells of an {@link AnnotationColumn} for the tokens of a document. An annotation marks the
 * tokens that lie within it, be it in one sentence or in several. The longest come first, of equals
 * the first in the text; one that shares a token with those before it counts for nothing.
 */
final class AnnotationCells {
  private final AnnotationColumn column;
  private final String[] cells;

  /** The numbers of tokens by where they begin, and by where they end. */
  private final TreeMap<Integer, Integer> begins = new TreeMap<>();

  private final TreeMap<Integer, Integer> ends = new TreeMap<>();

  /**
   * @throws UnusableCasException if the document has no such type, the type has no such feature, or
   *     a value cannot stand in a cell
   */
  AnnotationCells(JCas document, AnnotationColumn column, List<List<Token>> sentences)
      throws UnusableCasException {
    this.column = column;
    sentences.forEach(tokens -> tokens.forEach(token -> begins.put(token.getBegin(), null)));
    int count = 0;
    for (Map.Entry<Integer, Integer> begin : begins.entrySet()) {
      begin.setValue(count++);
    }
    sentences.forEach(
        tokens -> tokens.forEach(token -> ends.put(token.getEnd(), begins.get(token.getBegin()))));
    cells = new String[count];
    Arrays.fill(cells, Lexicon.OUTSIDE);
    Type type = type(document);
    Feature feature = feature(type);
    List<Annotation> longestFirst =
        document.getCas().<Annotation>select(type).asList().stream()
            .sorted(Comparator.comparingInt(found -> found.getBegin() - found.getEnd()))
            .toList();
    for (Annotation annotation : longestFirst) {
      mark(annotation, feature);
    }
  }

  private Type type(JCas document) throws UnusableCasException {
    try {
      return SegmentLayer.annotationType(document, column.type());
    } catch (UnusableCasException e) {
      throw new UnusableCasException(
          "the column %s needs annotations that the document cannot have: %s, and run the engine that writes them first; the command line's --column and the parameter columns name another type"
              .formatted(column, e.getMessage()),
          e);
    }
  }

  private Feature feature(Type type) throws UnusableCasException {
    Feature feature =
        column.feature().isEmpty() ? null : type.getFeatureByBaseName(column.feature());
    if (!column.feature().isEmpty() && (feature == null || !feature.getRange().isPrimitive())) {
      throw new UnusableCasException(
          "the column %s: the annotation type '%s' has no feature '%s' that is a string or a number; it has %s"
              .formatted(
                  column,
                  type.getName(),
                  column.feature(),
                  SegmentLayer.features(type, other -> other.getRange().isPrimitive())));
    }
    return feature;
  }

  private void mark(Annotation annotation, Feature feature) throws UnusableCasException {
    Map.Entry<Integer, Integer> first = begins.ceilingEntry(annotation.getBegin());
    Map.Entry<Integer, Integer> last = ends.floorEntry(annotation.getEnd());
    if (first == null || last == null || first.getValue() > last.getValue()) {
      return;
    }
    int from = first.getValue();
    int to = last.getValue();
    // What has been marked is longer, so that it cannot lie between the two.
    if (!cells[from].equals(Lexicon.OUTSIDE) || !cells[to].equals(Lexicon.OUTSIDE)) {
      return;
    }
    String value = feature == null ? null : annotation.getFeatureValueAsString(feature);
    String ending = value == null || value.isEmpty() ? "" : "-" + checked(value, annotation);
    cells[from] = Lexicon.BEGIN + ending;
    Arrays.fill(cells, from + 1, to + 1, Lexicon.INSIDE + ending);
  }

  private String checked(String value, Annotation annotation) throws UnusableCasException {
    if (value.codePoints().noneMatch(CasSentences::isInvisible)) {
      return value;
    }
    throw new UnusableCasException(
        "the column %s: the annotation '%s' at offset %s has the value '%s', but values of columns have no spaces and no control characters; take a feature with codes or names, or replace such characters, by _ for example, in an engine before this one"
            .formatted(column, annotation.getCoveredText(), annotation.getBegin(), value));
  }

  String name() {
    return column.name();
  }

  /** The cells of a sentence, which is one of the document's. */
  List<String> of(List<Token> tokens) {
    return tokens.stream().map(token -> cells[begins.get(token.getBegin())]).toList();
  }
}
