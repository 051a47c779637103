package org.gpchain.experiments;

import org.gpchain.core.math.Checks;
import org.gpchain.pipelines.evaluation.Calibration;
import org.gpchain.training.data.LabeledRows;

/** Scores marginals by maximum-marginal decoding, where the lowest label number wins ties. */
final class FoldScorer {
  private final Calibration calibration = new Calibration();
  private int errors;
  private double negativeLogProbability;

  private FoldScorer() {}

  /**
   * Scores a fold.
   *
   * @param test sentences with gold labels; not modified
   * @param marginals for each sentence {@code [T×V]} row-major; not modified
   * @param seconds time of learning and prediction
   */
  static FoldScore score(LabeledRows test, double[][] marginals, double seconds) {
    Checks.length("marginals", marginals.length, test.sentenceCount(), "[sentences]");
    FoldScorer scorer = new FoldScorer();
    for (int n = 0; n < marginals.length; n++) {
      scorer.add(test, n, marginals[n]);
    }
    int tokens = test.tokenCount();
    return new FoldScore(
        (double) scorer.errors / tokens,
        scorer.negativeLogProbability / tokens,
        scorer.calibration.error(),
        seconds);
  }

  private void add(LabeledRows test, int sentence, double[] marginals) {
    int v = test.labelCount();
    int first = test.sentenceStart()[sentence];
    int length = test.length(sentence);
    Checks.length(
        "marginals of sentence " + sentence, marginals.length, (long) length * v, "[T×V]");
    for (int t = 0; t < length; t++) {
      int gold = test.labels()[first + t];
      int best = 0;
      for (int a = 1; a < v; a++) {
        best = marginals[t * v + a] > marginals[t * v + best] ? a : best;
      }
      errors += best == gold ? 0 : 1;
      calibration.add(marginals[t * v + best], best == gold);
      // A probability that underflows to 0 is still a finite surprise.
      negativeLogProbability -= Math.log(Math.max(marginals[t * v + gold], Double.MIN_NORMAL));
    }
  }
}
