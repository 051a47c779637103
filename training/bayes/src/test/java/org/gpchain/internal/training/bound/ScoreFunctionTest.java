package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.bound.JointEstimator.LikelihoodException;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.gpchain.internal.training.hyper.BrokenLikelihood;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the limits of the score function, and its number of samples. */
class ScoreFunctionTest {
  private static final LinearChain CHAIN = new LinearChain(2);
  private static final JointCase CASE = JointCase.random(new Draws(1), 3, 2);

  @ParameterizedTest
  @CsvSource({
    "NONE, false, 1",
    "NONE, true, 2",
    "SPLIT, false, 2",
    "SPLIT, true, 4",
    "LEAVE_ONE_OUT, false, 2"
  })
  void checksTheNumberOfSamples(ControlVariate controlVariate, boolean antithetic, int least) {
    ScoreFunction estimator = new ScoreFunction(CHAIN, controlVariate, antithetic);
    double[] actual = CASE.estimate(estimator, least, 1).flat();
    assertThat(Arrays.stream(actual).allMatch(Double::isFinite)).isTrue();
    assertRefused(
        () -> CASE.estimate(estimator, least - 1, 1),
        "number of samples with control variate " + controlVariate,
        "at least " + least + ", was " + (least - 1));
  }

  @ParameterizedTest
  @CsvSource({
    "SPLIT, false, false", "SPLIT, true, false", "LEAVE_ONE_OUT, false, false",
    "SPLIT, false, true", "SPLIT, true, true", "LEAVE_ONE_OUT, false, true"
  })
  void controlVariatesReduceTheVariance(
      ControlVariate controlVariate, boolean antithetic, boolean full) {
    JointCase c = JointCase.random(new Draws(2), 12, 3);
    LinearChain chain = new LinearChain(3);
    double[] none = variances(new ScoreFunction(chain, ControlVariate.NONE, false), c);
    double[] reduced = variances(new ScoreFunction(chain, controlVariate, antithetic), c);
    for (int block = 0; block < none.length; block++) {
      assertThat(reduced[block]).as("block %d", block).isLessThan(0.2 * none[block]);
    }
  }

  /** Returns the variances of the gradients by the means and covariances of f and g. */
  private static double[] variances(ScoreFunction estimator, JointCase c) {
    double[] error = Replicates.of(estimator, c, 200, 60, 1).standardError();
    int[] ends = {1, 1 + 36, 1 + 36 + 9, 1 + 36 + 9 + 3 * 12 * 12, error.length};
    double[] variances = new double[4];
    Arrays.setAll(
        variances,
        block ->
            Arrays.stream(error, ends[block], ends[block + 1])
                .map(e -> e * e)
                .average()
                .orElseThrow());
    return variances;
  }

  @Test
  void leaveOneOutRejectsAntitheticSamples() {
    assertRefused(() -> new ScoreFunction(CHAIN, ControlVariate.LEAVE_ONE_OUT, true), "SPLIT");
  }

  /** With a control variate, the likelihood is first evaluated at the mean. */
  @ParameterizedTest
  @CsvSource({"SPLIT", "LEAVE_ONE_OUT"})
  void reportsANonfiniteLikelihoodAtTheMean(ControlVariate controlVariate) {
    BrokenLikelihood broken = new BrokenLikelihood(Double.NaN, Double.NEGATIVE_INFINITY);
    ScoreFunction estimator = new ScoreFunction(broken, controlVariate, false);
    assertFails(
        LikelihoodException.class,
        () -> CASE.estimate(estimator, 10, 1),
        "-Infinity at the mean of f and g of a sentence of 3 tokens");
  }

  /** A constant in the log-likelihood does not reduce the precision of the gradient. */
  @Test
  void gradientDoesNotDependOnAConstantInTheLikelihood() {
    SequenceLikelihood shifted = new Shifted(-1e6);
    for (ControlVariate method : List.of(ControlVariate.SPLIT, ControlVariate.LEAVE_ONE_OUT)) {
      double[] expected = CASE.estimate(new ScoreFunction(CHAIN, method, false), 50, 1).flat();
      double[] actual = CASE.estimate(new ScoreFunction(shifted, method, false), 50, 1).flat();
      expected[0] -= 1e6;
      assertClose("value and gradient", actual, expected, SINGLE);
    }
  }

  private record Shifted(double constant) implements SequenceLikelihood {
    @Override
    public int labelCount() {
      return CHAIN.labelCount();
    }

    @Override
    public double logLikelihood(
        double[] unary, double[] pairwise, int[] labels, Workspace workspace) {
      return constant + CHAIN.logLikelihood(unary, pairwise, labels, workspace);
    }
  }
}
