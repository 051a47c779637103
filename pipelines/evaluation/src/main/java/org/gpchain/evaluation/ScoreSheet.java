package org.gpchain.evaluation;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Promise;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.evaluation.Evaluator.ScoredSentence;
import org.gpchain.evaluation.SegmentScores.SegmentScore;

/** Adds up the scores of sentences. */
final class ScoreSheet {
  private static final String OUTSIDE = "O";

  /** Share of the tokens, or of the segments, that are kept when the least certain are withheld. */
  private static final double COVERAGE = 0.8;

  private final TagScheme scheme;
  private final LabelSet labels;
  private final SegmentScores segments = new SegmentScores(Span::type);
  private final TokenScores probabilities = new TokenScores();
  private final CalibrationError segmentCalibration = new CalibrationError();
  private final Coverage coverage = new Coverage();
  private final SegmentCoverage segmentCoverage = new SegmentCoverage();
  private final Optional<Promise> promise;
  private int sentences;
  private long tokens;
  private long errors;
  private long unknown;
  private long found;

  ScoreSheet(TagScheme scheme, LabelSet labels, Optional<Promise> promise) {
    this.scheme = scheme;
    this.labels = labels;
    this.promise = promise;
  }

  /**
   * Adds a sentence.
   *
   * @param gold its gold labels and segments
   * @param prediction the tagger's prediction
   * @return what was scored of it
   */
  ScoredSentence add(Evaluator.GoldSentence gold, Prediction prediction) {
    List<String> goldLabels = gold.labels();
    sentences++;
    tokens += goldLabels.size();
    for (int t = 0; t < goldLabels.size(); t++) {
      errors += goldLabels.get(t).equals(prediction.label(t)) ? 0 : 1;
      int label = labels.indexOf(goldLabels.get(t));
      if (label < 0) {
        unknown++;
      } else {
        int token = t;
        probabilities.add(v -> prediction.marginal(token, v), labels.size(), label);
      }
    }
    ScoredSentence scored =
        new ScoredSentence(
            goldLabels,
            gold.segments().stream().filter(this::isSegment).toList(),
            prediction.spans().stream().filter(span -> isSegment(span.span())).toList(),
            prediction);
    addSegments(scored);
    return scored;
  }

  private void addSegments(ScoredSentence scored) {
    Prediction prediction = scored.prediction();
    segments.add(scored.gold(), scored.predictedSpans());
    coverage.add(prediction.entropy(), prediction.length(), scored.counts());
    segmentCoverage.add(scored.gold(), scored.predicted());
    Set<Span> right = new HashSet<>(scored.gold());
    found +=
        scored.predicted().stream()
            .flatMap(span -> Stream.concat(Stream.of(span), span.alternatives().stream()))
            .map(ScoredSpan::span)
            .distinct()
            .filter(right::contains)
            .count();
    scored
        .predicted()
        .forEach(span -> segmentCalibration.add(span.probability(), right.contains(span.span())));
  }

  /** Token labels make a segment of each token, O excepted, as {@code conlleval -r} has it. */
  private boolean isSegment(Span span) {
    return scheme != TagScheme.TOKEN || !span.type().equals(OUTSIDE);
  }

  /** The result so far, without what the tagger cannot know. */
  EvaluationResult result(double taggingSeconds) {
    SegmentScore all = segments.overall();
    long scored = tokens - unknown;
    return new EvaluationResult(
        sentences,
        tokens,
        tokens == 0 ? 0 : (double) errors / tokens,
        all.precision(),
        all.recall(),
        all.f1(),
        scored == 0 ? null : probabilities.nll(),
        scored == 0 ? null : probabilities.ece(),
        segmentCalibration.error(),
        segmentCalibration.errorByChance(),
        coverage.f1At(COVERAGE),
        segmentCoverage.f1At(COVERAGE),
        tokens / Math.max(taggingSeconds, 1e-9),
        null,
        segments.byKind(),
        promise
            .map(promised -> EvaluationResult.PromiseScore.of(promised, all, found))
            .orElse(null),
        unknown,
        0);
  }
}
