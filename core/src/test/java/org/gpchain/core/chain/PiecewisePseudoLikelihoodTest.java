package org.gpchain.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pseudo-likelihood against its formula, term by term. */
class PiecewisePseudoLikelihoodTest {
  private static final String CASES = "org.gpchain.core.chain.ChainCase#all";
  private static final double FORBIDDEN = Double.NEGATIVE_INFINITY;

  private final Workspace workspace = new Workspace();

  /** Equations 48–50, one conditional probability at a time. */
  private static double formula(double[] unary, double[] pairwise, int[] labels, int v) {
    double sum = 0;
    for (int t = 0; t < labels.length; t++) {
      sum += logSoftmax(Arrays.copyOfRange(unary, t * v, (t + 1) * v), labels[t]);
    }
    for (int t = 1; t < labels.length; t++) {
      int from = labels[t - 1];
      int to = labels[t];
      double[] toNext = new double[v];
      double[] toPrevious = new double[v];
      for (int other = 0; other < v; other++) {
        toNext[other] = pairwise[from * v + other];
        toPrevious[other] = pairwise[other * v + to];
      }
      sum += logSoftmax(toNext, to) + logSoftmax(toPrevious, from);
    }
    return sum;
  }

  /** {@code log p_i = −log Σ_j exp(x_j − x_i)} overflows; the largest score does not. */
  private static double logSoftmax(double[] scores, int i) {
    double max = Arrays.stream(scores).max().orElseThrow();
    return scores[i] - max - Math.log(Arrays.stream(scores).map(x -> Math.exp(x - max)).sum());
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void isItsFormulaForEverySequence(ChainCase kind) {
    int v = kind.labelCount();
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(v);
    kind.sentences()
        .forEach(
            scores -> {
              for (int[] labels : scores.oracle().paths()) {
                double expected = formula(scores.unary(), scores.pairwise(), labels, v);
                double actual =
                    likelihood.logLikelihood(scores.unary(), scores.pairwise(), labels, workspace);
                if (Double.isFinite(expected)) {
                  assertClose("log p̃", actual, expected, ALGEBRA);
                } else {
                  assertThat(actual).isEqualTo((Double) expected);
                }
              }
            });
  }

  @ParameterizedTest
  @MethodSource(CASES)
  void itsSumOverAllSequencesIsAtMostOne(ChainCase kind) {
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(kind.labelCount());
    kind.possibleSentences()
        .forEach(
            scores -> {
              double sum = 0;
              for (int[] labels : scores.oracle().paths()) {
                double value =
                    likelihood.logLikelihood(scores.unary(), scores.pairwise(), labels, workspace);
                sum += Double.isNaN(value) ? 0 : Math.exp(value);
              }
              assertThat(sum).isLessThanOrEqualTo(1 + ALGEBRA);
            });
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "2, 1", "2, 2", "3, 5", "5, 17"})
  void frequenciesAreAddedToTransitions(int v, int t) {
    Draws draws = new Draws(4);
    double[] unary = draws.normals(t * v, 2);
    double[] pairwise = draws.normals(v * v, 2);
    double[] logFrequencies = draws.normals(v, 2);
    int[] labels = draws.indices(t, v);
    double[] shifted = pairwise.clone();
    for (int i = 0; i < v * v; i++) {
      shifted[i] += logFrequencies[i / v] + logFrequencies[i % v];
    }
    double[] before = pairwise.clone();
    assertClose(
        "log p̃",
        PiecewisePseudoLikelihood.relativeTo(logFrequencies)
            .logLikelihood(unary, pairwise, labels, workspace),
        formula(unary, shifted, labels, v),
        ALGEBRA);
    assertThat(pairwise).isEqualTo(before);
  }

  /** The nine transitions are as frequent as those of independent labels, of which 2/3 are 0. */
  @Test
  void labelsThatDoNotDependOnEachOtherHaveNoTransitionScores() {
    int[] labels = {0, 0, 0, 0, 0, 1, 0, 1, 1, 0};
    double[] gradient = new double[4];
    PiecewisePseudoLikelihood.relativeTo(Math.log(2), Math.log(1))
        .logLikelihoodAndGradient(
            new double[20], new double[4], labels, workspace, new double[20], gradient);
    assertClose("∂/∂g", gradient, new double[4], ROUNDING);
    new PiecewisePseudoLikelihood(2)
        .logLikelihoodAndGradient(
            new double[20], new double[4], labels, workspace, new double[20], gradient);
    assertThat(gradient[0]).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "2, 1", "2, 2", "3, 5", "5, 17"})
  void withoutTransitionScoresItIsAProductOfSoftmaxes(int v, int t) {
    Draws draws = new Draws(1);
    double[] unary = draws.normals(t * v, 2);
    int[] labels = draws.indices(t, v);
    double expected = -2 * (t - 1) * Math.log(v);
    for (int i = 0; i < t; i++) {
      expected += logSoftmax(Arrays.copyOfRange(unary, i * v, (i + 1) * v), labels[i]);
    }
    assertClose(
        "Σ_t log softmax(f_t) − 2 (T−1) log V",
        new PiecewisePseudoLikelihood(v).logLikelihood(unary, new double[v * v], labels, workspace),
        expected,
        ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aSentenceOfOneTokenHasNoTransitions(int v) {
    Draws draws = new Draws(2);
    double[] unary = draws.normals(v, 2);
    double[] unaryGradient = new double[v];
    double[] pairwiseGradient = new double[v * v];
    for (int label = 0; label < v; label++) {
      int[] labels = {label};
      double value =
          new PiecewisePseudoLikelihood(v)
              .logLikelihoodAndGradient(
                  unary,
                  draws.normals(v * v, 2),
                  labels,
                  workspace,
                  unaryGradient,
                  pairwiseGradient);
      assertClose("log softmax", value, logSoftmax(unary, label), ROUNDING);
      assertThat(pairwiseGradient).containsOnly(0);
      for (int i = 0; i < v; i++) {
        double gold = i == label ? 1 : 0;
        assertClose("∂/∂f", unaryGradient[i], gold - Math.exp(logSoftmax(unary, i)), ROUNDING);
      }
    }
  }

  @Test
  void oneLabelIsCertain() {
    double[] unary = {3, -1000, 0.5};
    double[] unaryGradient = new double[3];
    double[] pairwiseGradient = new double[1];
    double value =
        new PiecewisePseudoLikelihood(1)
            .logLikelihoodAndGradient(
                unary, new double[] {7}, new int[3], workspace, unaryGradient, pairwiseGradient);
    assertThat(value).isZero();
    assertThat(unaryGradient).containsOnly(0);
    assertThat(pairwiseGradient).containsOnly(0);
  }

  @Test
  void extremeScoresNeitherOverflowNorVanish() {
    double[] unary = {1000, -1000, -1000, 1000};
    double[] pairwise = {-1000, 1000, 1000, -1000};
    double[] unaryGradient = new double[4];
    double[] pairwiseGradient = new double[4];
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(2);
    assertThat(
            likelihood.logLikelihoodAndGradient(
                unary, pairwise, new int[] {0, 1}, workspace, unaryGradient, pairwiseGradient))
        .isZero();
    assertClose("∂/∂f", unaryGradient, new double[4], ROUNDING);
    assertClose("∂/∂g", pairwiseGradient, new double[4], ROUNDING);
    assertThat(
            likelihood.logLikelihoodAndGradient(
                unary, pairwise, new int[] {1, 1}, workspace, unaryGradient, pairwiseGradient))
        .isEqualTo(-2000 - 2 * 2000);
    assertClose("∂/∂f", unaryGradient, new double[] {-1, 1, 0, 0}, ROUNDING);
    assertClose("∂/∂g", pairwiseGradient, new double[] {0, -1, -1, 2}, ROUNDING);
  }

  @Test
  void forbiddenScoresAreCertainlyNotTaken() {
    double[] pairwise = {0, FORBIDDEN, 0, 0};
    double[] unaryGradient = new double[4];
    double[] pairwiseGradient = new double[4];
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(2);
    double[] unary = {0, FORBIDDEN, 0, 0};
    assertClose(
        "p(0 | 0) = 1, p(0 | 0) = 1/2 backwards",
        likelihood.logLikelihoodAndGradient(
            unary, pairwise, new int[] {0, 0}, workspace, unaryGradient, pairwiseGradient),
        2 * Math.log(0.5),
        ROUNDING);
    assertClose("∂/∂f", unaryGradient, new double[] {0, 0, 0.5, -0.5}, ROUNDING);
    assertClose("∂/∂g", pairwiseGradient, new double[] {0.5, 0, -0.5, 0}, ROUNDING);
    assertThat(likelihood.logLikelihood(unary, pairwise, new int[] {0, 1}, workspace))
        .isEqualTo(FORBIDDEN);
  }

  @Test
  void whereNothingIsAllowedThereIsNoGradient() {
    double[] pairwise = {FORBIDDEN, FORBIDDEN, 0, 0};
    double[] unaryGradient = new double[4];
    double[] pairwiseGradient = new double[4];
    assertThat(
            new PiecewisePseudoLikelihood(2)
                .logLikelihoodAndGradient(
                    new double[4],
                    pairwise,
                    new int[] {0, 1},
                    workspace,
                    unaryGradient,
                    pairwiseGradient))
        .isNaN();
    assertThat(unaryGradient).containsOnly(Double.NaN);
    assertThat(pairwiseGradient).containsOnly(Double.NaN);
  }

  @Test
  void scoresThatChangeInPlaceAreSeen() {
    Draws draws = new Draws(3);
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(3);
    int[] labels = {0, 2, 2, 1, 0, 2};
    double[] unary = draws.normals(18, 1);
    double[] pairwise = draws.normals(9, 1);
    for (int i = 0; i < 9; i++) {
      likelihood.logLikelihood(unary, pairwise, labels, workspace);
      pairwise[i] += 1;
      assertThat(likelihood.logLikelihood(unary, pairwise, labels, workspace))
          .isEqualTo(likelihood.logLikelihood(unary, pairwise, labels, new Workspace()));
    }
  }

  @Test
  void transitionsThatNoGoldLabelSelectsAreNotRead() {
    double[] pairwise = new double[9];
    pairwise[2 * 3 + 2] = Double.NaN;
    assertThat(
            new PiecewisePseudoLikelihood(3)
                .logLikelihood(new double[6], pairwise, new int[] {0, 1}, workspace))
        .isFinite();
  }

  @Test
  void refusesWhatDoesNotFit() {
    PiecewisePseudoLikelihood likelihood = new PiecewisePseudoLikelihood(2);
    double[] unary = new double[4];
    double[] pairwise = new double[4];
    int[] labels = new int[2];
    assertThatThrownBy(() -> new PiecewisePseudoLikelihood(0)).hasMessageContaining("labelCount");
    assertThatThrownBy(PiecewisePseudoLikelihood::relativeTo).hasMessageContaining("labelCount");
    assertThatThrownBy(() -> PiecewisePseudoLikelihood.relativeTo(0, FORBIDDEN))
        .hasMessageContaining("log frequency");
    assertThatThrownBy(() -> likelihood.logLikelihood(unary, pairwise, new int[0], workspace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("labels");
    assertThatThrownBy(() -> likelihood.logLikelihood(new double[3], pairwise, labels, workspace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unary");
    assertThatThrownBy(() -> likelihood.logLikelihood(unary, new double[3], labels, workspace))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pairwise");
    assertThatThrownBy(() -> likelihood.logLikelihood(unary, pairwise, new int[] {0, 2}, workspace))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("label");
    assertThatThrownBy(
            () ->
                likelihood.logLikelihoodAndGradient(
                    unary, pairwise, labels, workspace, new double[3], new double[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unaryGradOut");
    assertThatThrownBy(
            () ->
                likelihood.logLikelihoodAndGradient(
                    unary, pairwise, labels, workspace, new double[4], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pairwiseGradOut");
  }
}
