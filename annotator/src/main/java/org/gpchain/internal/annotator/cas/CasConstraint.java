package org.gpchain.internal.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.segments.KnownSegments;

/**
 * Annotations that predictions must fit. Of those that disagree the first counts.
 *
 * @param column their type and, if it is the label of segments, the feature
 * @param label of all of them; {@code O} for no segments, {@code |} for none that crosses them;
 *     empty if the feature has the labels
 */
public record CasConstraint(AnnotationColumn column, String label) {
  /**
   * A constraint from {@code TYPE}, {@code TYPE/FEATURE} or {@code TYPE=LABEL}.
   *
   * @param feature if neither is given
   */
  public static CasConstraint parse(String text, String feature) {
    String[] parts = text.split("=", 2);
    String named = text.contains("=") || text.contains("/") ? "" : "/" + feature;
    return new CasConstraint(
        AnnotationColumn.parse(List.of("kept=" + parts[0] + named), List.of()).get(0),
        parts.length > 1 ? parts[1] : "");
  }

  /**
   * What constraints apply to.
   *
   * @param document the document
   * @param sentences tokens of its sentences
   * @param ignored annotations that are no constraints
   * @param canExpress whether the labels of the model can write a segment
   */
  public record Scope(
      JCas document,
      List<List<Token>> sentences,
      Set<Annotation> ignored,
      Predicate<Span> canExpress) {}

  /**
   * Reads the annotations of a document. If annotations overlap, the longest is read first.
   *
   * @param cells known labels of each sentence, for {@link KnownSegments}; added to
   * @param conflicts annotations that cannot be kept, with the reasons; added to, for an annotation
   *     of several sentences perhaps more than once
   * @throws UnusableCasException if the document has no such type, or the type no such feature
   */
  public void read(Scope scope, List<List<String>> cells, Collection<String> conflicts)
      throws UnusableCasException {
    List<List<Token>> sentences = scope.sentences();
    List<Annotation> left = new ArrayList<>(AnnotationCells.annotations(scope.document(), column));
    left.removeIf(scope.ignored()::contains);
    AnnotationCells all = new AnnotationCells(column, sentences, left);
    do {
      for (int s = 0; s < sentences.size(); s++) {
        List<Token> tokens = sentences.get(s);
        for (Span found : SpanCodec.of(TagScheme.IOB2).decode(all.of(tokens))) {
          int begin = tokens.get(found.start()).getBegin();
          int end = tokens.get(found.end() - 1).getEnd();
          Annotation annotation = all.annotationAt(begin);
          boolean isWhole = TrimmedRange.of(annotation).isAt(begin, end);
          String problem = problem(found, isWhole, cells.get(s), scope.canExpress());
          if (problem != null) {
            addConflict(annotation, problem, conflicts);
          }
        }
      }
      // Those that shared a token with longer ones may still agree with them.
      left = all.left;
      all = left.isEmpty() ? all : new AnnotationCells(column, sentences, left);
    } while (all.left.size() < left.size());
    for (Annotation annotation : left) {
      addConflict(annotation, "it has no whole token", conflicts);
    }
  }

  /** Adds what is known of some tokens, or returns why not. */
  private String problem(
      Span found, boolean isWhole, List<String> cells, Predicate<Span> canExpress) {
    Span span = new Span(found.start(), found.end(), label.isEmpty() ? found.type() : label);
    boolean isSegment = !label.equals("O") && !label.equals("|");
    if (isSegment && !isWhole) {
      return "it does not begin and end with tokens of one sentence";
    }
    if (isSegment && !canExpress.test(span)) {
      return "the labels of the model cannot express it";
    }

    boolean agrees;
    if (isSegment) {
      agrees = KnownSegments.keep(span, cells);
    } else if (label.equals("O")) {
      agrees = KnownSegments.exclude(span, cells);
    } else {
      agrees = KnownSegments.addBorders(span, cells);
    }
    return agrees ? null : "it disagrees with what was kept before it";
  }

  private void addConflict(Annotation annotation, String problem, Collection<String> conflicts) {
    conflicts.add(
        "%s %s is not kept: %s"
            .formatted(column.type(), TrimmedRange.describe(annotation), problem));
  }
}
