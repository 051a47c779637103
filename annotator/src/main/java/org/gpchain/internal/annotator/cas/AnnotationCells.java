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
 * The cells of an {@link AnnotationColumn} for the tokens of a document: labels in the scheme IOB2,
 * such as {@code B-PER}, {@code I-PER} and {@code O}.
 *
 * <p>An annotation marks all tokens that lie within it, in one sentence or in several. If
 * annotations share a token, only the longest of them marks its tokens; if they are equally long,
 * only the first in the text does.
 */
final class AnnotationCells {
  /** Labels by the offset at which a token begins; tokens with the label {@code O} are absent. */
  private final Map<Integer, String> cells = new HashMap<>();

  /** Annotations that have marked a token, by the offset at which the token begins. */
  private final Map<Integer, Annotation> marked = new HashMap<>();

  /** The column that the cells belong to. */
  final AnnotationColumn column;

  /** Annotations that have marked no token. */
  final List<Annotation> unmarked = new ArrayList<>();

  /**
   * Creates the cells of a column.
   *
   * @param column the column
   * @param sentences tokens of the sentences, in the order of the text
   * @param annotations annotations of the column's type; not changed
   */
  AnnotationCells(
      AnnotationColumn column, List<List<Token>> sentences, List<Annotation> annotations) {
    this.column = column;

    TreeMap<Integer, Integer> endByBegin = new TreeMap<>();
    for (List<Token> tokens : sentences) {
      for (Token token : tokens) {
        endByBegin.put(token.getBegin(), token.getEnd());
      }
    }
    TreeMap<Integer, Integer> beginByEnd = new TreeMap<>();
    endByBegin.forEach((begin, end) -> beginByEnd.put(end, begin));

    List<Annotation> longestFirst = new ArrayList<>(annotations);
    longestFirst.sort(Comparator.comparingInt(AnnotationCells::negativeLength));
    for (Annotation annotation : longestFirst) {
      Integer first = endByBegin.ceilingKey(annotation.getBegin());
      Map.Entry<Integer, Integer> last = beginByEnd.floorEntry(annotation.getEnd());
      if (first == null || last == null || !isFree(first, last.getValue())) {
        unmarked.add(annotation);
      } else {
        mark(annotation, endByBegin.subMap(first, true, last.getValue(), true).keySet());
      }
    }
  }

  private static int negativeLength(Annotation annotation) {
    return annotation.getBegin() - annotation.getEnd();
  }

  /**
   * Returns whether there are tokens between two offsets and all of them are unmarked. Only the
   * first and the last token are examined: earlier annotations are not shorter, so that one that
   * shares any token with this range shares the first or the last.
   */
  private boolean isFree(int firstBegin, int lastBegin) {
    return firstBegin <= lastBegin
        && !cells.containsKey(firstBegin)
        && !cells.containsKey(lastBegin);
  }

  private void mark(Annotation annotation, Iterable<Integer> tokenBegins) {
    String suffix = suffix(annotation);
    String prefix = Lexicon.BEGIN;
    for (Integer begin : tokenBegins) {
      cells.put(begin, prefix + suffix);
      marked.put(begin, annotation);
      prefix = Lexicon.INSIDE;
    }
  }

  /** Returns the part of a label after {@code B} or {@code I}, such as {@code -PER}. */
  private String suffix(Annotation annotation) {
    Feature feature = annotation.getType().getFeatureByBaseName(column.feature());
    if (feature == null) {
      return "";
    }
    String value = annotation.getFeatureValueAsString(feature);
    if (value == null || value.isEmpty()) {
      return "";
    }
    return "-" + value;
  }

  /**
   * Returns the annotations of a document that a column is read from.
   *
   * @throws UnusableCasException if the document has no such type, or the type no such feature
   */
  static List<Annotation> annotations(JCas document, AnnotationColumn column)
      throws UnusableCasException {
    try {
      Type type = SegmentLayer.annotationType(document, column.type());
      checkFeature(type, column);
      return document.getCas().<Annotation>select(type).asList();
    } catch (UnusableCasException e) {
      throw new UnusableCasException(
          ("the column %s cannot be read: %s; run the engine that writes these"
                  + " annotations first, or specify another type (--column, --keep; parameters"
                  + " columns, constraintTypes)")
              .formatted(column, e.getMessage()),
          e);
    }
  }

  private static void checkFeature(Type type, AnnotationColumn column) throws UnusableCasException {
    if (column.feature().isEmpty()) {
      return;
    }
    Feature feature = type.getFeatureByBaseName(column.feature());
    if (feature == null || !isPrimitive(feature)) {
      String primitiveFeatures = SegmentLayer.features(type, AnnotationCells::isPrimitive);
      throw new UnusableCasException(
          ("the annotation type '%s' has no feature '%s' that is a string or a"
                  + " number; its features of these types are %s")
              .formatted(column.type(), column.feature(), primitiveFeatures));
    }
  }

  private static boolean isPrimitive(Feature feature) {
    return feature.getRange().isPrimitive();
  }

  /** Returns the annotation that has marked the token at an offset, or null if there is none. */
  Annotation annotationAt(int begin) {
    return marked.get(begin);
  }

  /** Returns the cells of a sentence, with the values of the annotations unchanged. */
  List<String> of(List<Token> tokens) {
    return tokens.stream()
        .map(token -> cells.getOrDefault(token.getBegin(), Lexicon.OUTSIDE))
        .toList();
  }
}
