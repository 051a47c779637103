package org.gpchain.experiments.gpstruct;

import org.gpchain.core.math.Checks;
import org.gpchain.evaluation.TokenScores;
import org.gpchain.training.data.LabeledRows;

/** Scores marginals by maximum-marginal decoding, where the lowest label number wins ties. */
final class FoldScorer {
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
    TokenScores scores = new TokenScores();
    for (int n = 0; n < marginals.length; n++) {
      add(scores, test, n, marginals[n]);
    }
    return new FoldScore(scores.error(), scores.nll(), scores.ece(), seconds);
  }

  private static void add(TokenScores scores, LabeledRows test, int sentence, double[] marginals) {
    int v = test.labelCount();
    int first = test.sentenceStart()[sentence];
    int length = test.length(sentence);
    Checks.length(
        "marginals of sentence " + sentence, marginals.length, (long) length * v, "[T×V]");
    for (int t = 0; t < length; t++) {
      int row = t * v;
      scores.add(label -> marginals[row + label], v, test.labels()[first + t]);
    }
  }
}
