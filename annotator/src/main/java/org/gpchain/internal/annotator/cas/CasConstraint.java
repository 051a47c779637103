package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.segments.KnownSegments;

/**
 * A type of annotations that predictions must agree with. If two annotations contradict each other,
 * the one that was read first is kept.
 *
 * @param column annotation type and, if its values are the labels of segments, the feature
 * @param label label of all annotations; {@code O} if there must be no segment, {@code |} if no
 *     segment may cross an annotation; empty if the labels are the values of the feature
 */
public record CasConstraint(AnnotationColumn column, String label) {
  /**
   * Parses {@code TYPE}, {@code TYPE/FEATURE} or {@code TYPE=LABEL}.
   *
   * @param feature feature with the labels if the text names neither a feature nor a label
   */
  public static CasConstraint parse(String text, String feature) {
    String[] parts = text.split("=", 2);
    String columnText = "kept=" + parts[0];
    boolean isTypeOnly = !text.contains("=") && !text.contains("/");
    if (isTypeOnly) {
      columnText += "/" + feature;
    }

    List<AnnotationColumn> columns = AnnotationColumn.parse(List.of(columnText), List.of());
    String label = parts.length > 1 ? parts[1] : "";
    return new CasConstraint(columns.get(0), label);
  }

  /**
   * The document and the model that constraints are applied to.
   *
   * @param document the document
   * @param sentences tokens of its sentences
   * @param ignored annotations that are not used as constraints
   * @param canExpress tests whether the labels of the model can express a segment
   */
  public record Scope(
      JCas document, List<List<Token>> sentences, Set<TOP> ignored, Predicate<Span> canExpress) {}

  /**
   * Reads the annotations of a document. If annotations overlap, the longest is read first.
   *
   * @param cells known labels of each sentence, for {@link KnownSegments}; added to
   * @param conflicts annotations that cannot be kept, with the reasons; added to. An annotation
   *     that spans several sentences may be added more than once.
   * @throws UnusableCasException if the document has no such type, or the type no such feature
   */
  public void read(Scope scope, List<List<String>> cells, Collection<String> conflicts)
      throws UnusableCasException {
    List<List<Token>> sentences = scope.sentences();
    List<Annotation> unread =
        new ArrayList<>(AnnotationCells.annotations(scope.document(), column));
    unread.removeIf(scope.ignored()::contains);

    AnnotationCells marks = new AnnotationCells(column, sentences, unread);
    do {
      for (int s = 0; s < sentences.size(); s++) {
        addSentence(sentences.get(s), marks, scope.canExpress(), cells.get(s), conflicts);
      }

      // An annotation that shares a token with a longer one may still agree with it.
      unread = marks.unmarked;
      if (!unread.isEmpty()) {
        marks = new AnnotationCells(column, sentences, unread);
      }
    } while (marks.unmarked.size() < unread.size());

    for (Annotation annotation : unread) {
      addConflict(annotation, "it contains no complete token", conflicts);
    }
  }

  private void addSentence(
      List<Token> tokens,
      AnnotationCells marks,
      Predicate<Span> canExpress,
      List<String> cells,
      Collection<String> conflicts) {
    for (Span span : SpanCodec.of(TagScheme.IOB2).decode(marks.of(tokens))) {
      int begin = tokens.get(span.start()).getBegin();
      int end = tokens.get(span.end() - 1).getEnd();
      Annotation annotation = marks.annotationAt(begin);
      boolean isWhole = TrimmedRange.of(annotation).isAt(begin, end);

      Optional<String> problem = addSpan(span, isWhole, cells, canExpress);
      if (problem.isPresent()) {
        addConflict(annotation, problem.get(), conflicts);
      }
    }
  }

  /**
   * Adds a constraint to the known labels of a sentence.
   *
   * @param isWhole whether the annotation begins and ends with the span
   * @return the reason if the constraint cannot be added
   */
  private Optional<String> addSpan(
      Span annotated, boolean isWhole, List<String> cells, Predicate<Span> canExpress) {
    String spanLabel = label.isEmpty() ? annotated.type() : label;
    Span span = new Span(annotated.start(), annotated.end(), spanLabel);
    boolean isSegment = !label.equals("O") && !label.equals("|");
    if (isSegment && !isWhole) {
      return Optional.of("it does not begin and end with tokens of one sentence");
    }
    if (isSegment && !canExpress.test(span)) {
      return Optional.of("the labels of the model cannot represent it");
    }

    boolean agrees;
    if (isSegment) {
      agrees = KnownSegments.addSegment(span, cells);
    } else if (label.equals("O")) {
      agrees = KnownSegments.exclude(span, cells);
    } else {
      agrees = KnownSegments.addBorders(span, cells);
    }

    if (!agrees) {
      return Optional.of("it conflicts with an annotation that is already kept");
    }
    return Optional.empty();
  }

  private void addConflict(Annotation annotation, String problem, Collection<String> conflicts) {
    conflicts.add(
        "%s %s is not kept: %s"
            .formatted(column.type(), TrimmedRange.describe(annotation), problem));
  }
}
