package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.papers.GrayBoxFoldLearner.Likelihood;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.data.LabeledRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the pseudo-likelihood with its formula, term by term. */
class PiecewisePseudoLikelihoodTest {
  private static final double FORBIDDEN = Double.NEGATIVE_INFINITY;

  private final Workspace workspace = new Workspace();

  /** Computes equations 48–50 from single conditional probabilities. */
  private static double formula(double[] unary, double[] pairwise, int[] labels, int v) {
    double sum = 0;
    for (int t = 0; t < labels.length; t++) {
      sum += logSoftmax(Arrays.copyOfRange(unary, t * v, (t + 1) * v), labels[t]);
    }
    for (int t = 1; t < labels.length; t++) {
      int from = labels[t - 1];
      int to = labels[t];
      sum += logSoftmax(Arrays.copyOfRange(pairwise, from * v, (from + 1) * v), to);
      sum +=
          logSoftmax(IntStream.range(0, v).mapToDouble(a -> pairwise[a * v + to]).toArray(), from);
    }
    return sum;
  }

  private static double logSoftmax(double[] scores, int i) {
    double max = Arrays.stream(scores).max().orElseThrow();
    return scores[i] - max - Math.log(Arrays.stream(scores).map(x -> Math.exp(x - max)).sum());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "2, 1", "2, 2", "3, 5", "5, 17"})
  void matchesTheFormula(int v, int t) {
    for (double scale : new double[] {0.1, 1, 800}) {
      Draws draws = new Draws(4);
      double[] unary = draws.normals(t * v, scale);
      double[] pairwise = draws.normals(v * v, scale);
      double[] logFrequencies = draws.normals(v, 2);
      int[] labels = draws.indices(t, v);
      double[] shifted = pairwise.clone();
      Arrays.setAll(shifted, i -> pairwise[i] + logFrequencies[i / v] + logFrequencies[i % v]);
      double[] before = pairwise.clone();
      assertClose(
          "log p̃",
          new PiecewisePseudoLikelihood(new double[v])
              .logLikelihood(unary, pairwise, labels, workspace),
          formula(unary, pairwise, labels, v),
          ALGEBRA);
      assertClose(
          "log p̃, relative to frequencies",
          new PiecewisePseudoLikelihood(logFrequencies)
              .logLikelihood(unary, pairwise, labels, workspace),
          formula(unary, shifted, labels, v),
          ALGEBRA);
      assertThat(pairwise).isEqualTo(before);
    }
  }

  @Test
  void forbiddenLabelsHaveProbabilityZero() {
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(0, 0);
    double[] pairwise = {0, FORBIDDEN, 0, 0};
    double[] unary = {0, FORBIDDEN, 0, 0};
    assertClose(
        "p(0 | 0) = 1, p(0 | 0) = 1/2 backwards",
        likelihood.logLikelihood(unary, pairwise, new int[] {0, 0}, workspace),
        2 * Math.log(0.5),
        ALGEBRA);
    assertThat(likelihood.logLikelihood(unary, pairwise, new int[] {0, 1}, workspace))
        .isEqualTo(FORBIDDEN);
    double[] nothing = {FORBIDDEN, FORBIDDEN, 0, 0};
    assertThat(likelihood.logLikelihood(new double[4], nothing, new int[] {0, 1}, workspace))
        .isNaN();
  }

  private static final int[] LABELS = {0, 0, 0, 1};

  private double withoutScores(Likelihood likelihood) {
    SparseRows rows = SparseRows.of(1, new int[] {0, 1, 2, 3, 4}, new int[4]);
    return likelihood
        .of(new LabeledRows(rows, new int[] {0, 4}, LABELS, 2))
        .logLikelihood(new double[8], new double[4], LABELS, workspace);
  }

  /**
   * Three of four tokens have the label 0. With add-one smoothing, its frequency is 4/6. The
   * papers' own form does not use frequencies.
   */
  @Test
  void transitionsWithoutScoresFollowLabelFrequencies() {
    double corrected = 4 * Math.log(0.5) + 5 * Math.log(4.0 / 6) + Math.log(2.0 / 6);
    assertClose("log p̃", withoutScores(Likelihood.PIECEWISE), corrected, ROUNDING);
    double papers = withoutScores(Likelihood.PIECEWISE_UNCORRECTED);
    assertClose("log p̃ of the papers", papers, 10 * Math.log(0.5), ROUNDING);
  }
}
