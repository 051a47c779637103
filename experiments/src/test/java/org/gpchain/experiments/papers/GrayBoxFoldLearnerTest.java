package org.gpchain.experiments.papers;

import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.experiments.papers.GrayBoxFoldLearner.Likelihood;
import org.gpchain.training.data.LabeledRows;
import org.junit.jupiter.api.Test;

class GrayBoxFoldLearnerTest {
  private static final int[] LABELS = {0, 0, 0, 1};
  private static final LabeledRows TRAIN =
      new LabeledRows(
          SparseRows.of(1, new int[] {0, 1, 2, 3, 4}, new int[4]), new int[] {0, 4}, LABELS, 2);

  private static double withoutScores(Likelihood likelihood) {
    return likelihood
        .of(TRAIN)
        .logLikelihood(new double[8], new double[4], LABELS, new Workspace());
  }

  /** Of four tokens three have the label 0; with one more of each, four of six. */
  @Test
  void transitionsWithoutScoresAreAsFrequentAsTheirLabels() {
    double frequent = Math.log(4.0 / 6);
    double rare = Math.log(2.0 / 6);
    assertClose(
        "log p̃",
        withoutScores(Likelihood.PIECEWISE),
        4 * Math.log(0.5) + 5 * frequent + rare,
        ROUNDING);
  }

  @Test
  void thePapersOwnFormKnowsNoFrequencies() {
    assertClose(
        "log p̃", withoutScores(Likelihood.PIECEWISE_UNCORRECTED), 10 * Math.log(0.5), ROUNDING);
  }
}
