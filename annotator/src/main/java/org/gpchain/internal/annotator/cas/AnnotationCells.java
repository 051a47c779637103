package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
 * The cells of an {@link AnnotationColumn} in a document. An annotation marks the tokens that lie
 * within it, be they of one sentence or of several. The longest come first, of equals the first in
 * the text; one that shares a token with those before it counts for nothing.
 */
final class AnnotationCells {
  /** By where their tokens begin; {@code O} has no entry. */
  private final Map<Integer, String> cells = new HashMap<>();

  /** The annotation that has marked a token, by where the token begins. */
  private final Map<Integer, Annotation> marked = new HashMap<>();

  final AnnotationColumn column;

  /** Annotations that have marked no token. */
  final List<Annotation> left = new ArrayList<>();

  AnnotationCells(
      AnnotationColumn column, List<List<Token>> sentences, List<Annotation> annotations) {
    this.column = column;
    TreeMap<Integer, Integer> endOf = new TreeMap<>();
    TreeMap<Integer, Integer> beginOf = new TreeMap<>();
    for (List<Token> tokens : sentences) {
      tokens.forEach(token -> endOf.put(token.getBegin(), token.getEnd()));
    }
    endOf.forEach((begin, end) -> beginOf.put(end, begin));
    List<Annotation> longestFirst = new ArrayList<>(annotations);
    longestFirst.sort(Comparator.comparingInt(found -> found.getBegin() - found.getEnd()));
    for (Annotation annotation : longestFirst) {
      Integer first = endOf.ceilingKey(annotation.getBegin());
      Map.Entry<Integer, Integer> last = beginOf.floorEntry(annotation.getEnd());
      // What has been marked is not shorter, and so has the first or the last if it has any.
      if (first != null
          && last != null
          && first <= last.getValue()
          && !cells.containsKey(first)
          && !cells.containsKey(last.getValue())) {
        String value = ending(annotation);
        endOf
            .subMap(first, true, last.getValue(), true)
            .keySet()
            .forEach(
                begin -> {
                  cells.put(begin, Lexicon.INSIDE + value);
                  marked.put(begin, annotation);
                });
        cells.put(first, Lexicon.BEGIN + value);
      } else {
        left.add(annotation);
      }
    }
  }

  /**
   * The annotations that a column is made of.
   *
   * @throws UnusableCasException if the document has no such type, or the type no such feature
   */
  static List<Annotation> annotations(JCas document, AnnotationColumn column)
      throws UnusableCasException {
    try {
      Type type = SegmentLayer.annotationType(document, column.type());
      Feature feature = type.getFeatureByBaseName(column.feature());
      if (column.feature().isEmpty() || (feature != null && feature.getRange().isPrimitive())) {
        return document.getCas().<Annotation>select(type).asList();
      }
      throw new UnusableCasException(
          "the annotation type '%s' has no feature '%s' that is a string or a number, only %s"
              .formatted(
                  column.type(),
                  column.feature(),
                  SegmentLayer.features(type, other -> other.getRange().isPrimitive())));
    } catch (UnusableCasException e) {
      throw new UnusableCasException(
          "the column %s cannot be read: %s; run the engine that writes these annotations first, or name another type (--column, --keep; parameters columns, constraintTypes)"
              .formatted(column, e.getMessage()),
          e);
    }
  }

  private String ending(Annotation annotation) {
    Feature feature = annotation.getType().getFeatureByBaseName(column.feature());
    String value = feature == null ? null : annotation.getFeatureValueAsString(feature);
    return value == null || value.isEmpty() ? "" : "-" + value;
  }

  /** Returns the annotation that has marked the token at an offset. */
  Annotation annotationAt(int begin) {
    return marked.get(begin);
  }

  /** The cells of a sentence, with values as they are. */
  List<String> of(List<Token> tokens) {
    return tokens.stream()
        .map(token -> cells.getOrDefault(token.getBegin(), Lexicon.OUTSIDE))
        .toList();
  }
}
