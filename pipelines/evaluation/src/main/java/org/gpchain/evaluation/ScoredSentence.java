package org.gpchain.evaluation;

import java.util.List;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;

/**
 * What is scored of a sentence.
 *
 * @param labels gold labels in the scheme of the tagger, one per token
 * @param gold segments that count, in their order
 * @param predicted segments that count, in their order
 * @param prediction all that the tagger says
 */
public record ScoredSentence(
    List<String> labels, List<Span> gold, List<ScoredSpan> predicted, Prediction prediction) {

  /** The predicted segments without their probabilities. */
  public List<Span> predictedSpans() {
    return predicted.stream().map(ScoredSpan::span).toList();
  }

  /** Its numbers of segments. */
  public SpanCounts counts() {
    SpanCounts counts = new SpanCounts();
    counts.add(gold, predictedSpans());
    return counts;
  }
}
