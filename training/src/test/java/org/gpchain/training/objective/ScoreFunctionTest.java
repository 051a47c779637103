package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Workspace;
import org.gpchain.training.objective.JointEstimator.LikelihoodException;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the score function will not do, and how few samples it needs. */
class ScoreFunctionTest {
  private static final LinearChain CHAIN = new LinearChain(2);
  private static final JointCase CASE = JointCase.random(new Draws(1), 3, 2, false);

  @ParameterizedTest
  @CsvSource({
    "NONE, false, 1",
    "NONE, true, 2",
    "SPLIT, false, 2",
    "SPLIT, true, 4",
    "LEAVE_ONE_OUT, false, 2"
  })
  void leastNumberOfSamples(ControlVariate controlVariate, boolean antithetic, int least) {
    ScoreFunction estimator = new ScoreFunction(CHAIN, controlVariate, antithetic);
    double[] found = CASE.estimate(estimator, least, 1, true).flat();
    assertThat(Arrays.stream(found).allMatch(Double::isFinite)).isTrue();
    assertRefused(
        () -> CASE.estimate(estimator, least - 1, 1, true),
        "number of samples with control variate " + controlVariate,
        "at least " + least + ", was " + (least - 1));
  }

  @Test
  void leaveOneOutTakesNoPairs() {
    assertRefused(() -> new ScoreFunction(CHAIN, ControlVariate.LEAVE_ONE_OUT, true), "SPLIT");
  }

  /** With a control variate the first point that is looked at is the mean. */
  @ParameterizedTest
  @CsvSource({"SPLIT", "LEAVE_ONE_OUT"})
  void aMeanThatIsNotFiniteIsReported(ControlVariate controlVariate) {
    JointEstimatorContract.Broken broken =
        new JointEstimatorContract.Broken(Double.NaN, Double.NEGATIVE_INFINITY);
    ScoreFunction estimator = new ScoreFunction(broken, controlVariate, false);
    assertThatThrownBy(() -> CASE.estimate(estimator, 10, 1, true))
        .isInstanceOf(LikelihoodException.class)
        .hasMessageContaining("-Infinity at the mean of f and g of a sentence of 3 tokens");
  }

  /** A constant added to the log-likelihood costs no digits of the gradient. */
  @Test
  void likelihoodMayBeOffByAConstant() {
    SequenceLikelihood shifted = new Shifted(-1e6);
    for (ControlVariate method : List.of(ControlVariate.SPLIT, ControlVariate.LEAVE_ONE_OUT)) {
      double[] expected =
          CASE.estimate(new ScoreFunction(CHAIN, method, false), 50, 1, true).flat();
      double[] found = CASE.estimate(new ScoreFunction(shifted, method, false), 50, 1, true).flat();
      expected[0] -= 1e6;
      assertClose("value and gradient", found, expected, SINGLE);
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
