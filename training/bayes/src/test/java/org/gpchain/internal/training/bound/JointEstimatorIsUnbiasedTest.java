package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertExpected;

import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.training.bound.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares with a Gaussian likelihood, whose expectation and gradient have closed forms. */
class JointEstimatorIsUnbiasedTest {
  private static final GaussianLikelihood LIKELIHOOD = new GaussianLikelihood(2, new Draws(1));

  static List<JointEstimator> estimators() {
    return List.of(
        new ScoreFunction(LIKELIHOOD, ControlVariate.NONE, false),
        new ScoreFunction(LIKELIHOOD, ControlVariate.NONE, true),
        new ScoreFunction(LIKELIHOOD, ControlVariate.SPLIT, false),
        new ScoreFunction(LIKELIHOOD, ControlVariate.SPLIT, true),
        new ScoreFunction(LIKELIHOOD, ControlVariate.LEAVE_ONE_OUT, false),
        new Pathwise(LIKELIHOOD));
  }

  /** Also tests the minimum number of samples, which reveals wrong denominators. */
  @ParameterizedTest
  @MethodSource("estimators")
  void averagesMatchTheExpectations(JointEstimator estimator) {
    JointCase c = JointCase.random(new Draws(2), 3, 2);
    double[] expected = c.estimate(new GaussianExpectation(LIKELIHOOD), 1, 1).flat();
    for (Replicates found :
        List.of(Replicates.of(estimator, c, 21, 700, 1), Replicates.of(estimator, c, 5, 1400, 2))) {
      for (int i = 0; i < expected.length; i++) {
        assertExpected("[" + i + "]", found.mean()[i], expected[i], found.standardError()[i]);
      }
    }
  }

  @Test
  void everyBlockIsUnbiased() {
    LinearChain chain = new LinearChain(3);
    JointCase c = JointCase.random(new Draws(3), 4, 3);
    Replicates values =
        Replicates.of(
            new ScoreFunction(chain, ControlVariate.LEAVE_ONE_OUT, false), c, 100, 2000, 1);
    Replicates paths = Replicates.of(new Pathwise(chain), c, 20, 1000, 2);

    for (int i = 0; i < values.mean().length; i++) {
      double error = Math.hypot(values.standardError()[i], paths.standardError()[i]);
      assertExpected("[" + i + "]", values.mean()[i], paths.mean()[i], error);
    }

    int g = 1 + 12;
    int unaryCovariance = g + 9;
    int pairwiseCovariance = unaryCovariance + 3 * 16;
    checkThatItSays(values, 1, g);
    checkThatItSays(values, g, unaryCovariance);
    checkThatItSays(values, unaryCovariance, pairwiseCovariance);
    checkThatItSays(values, pairwiseCovariance, values.mean().length);
  }

  /** Checks that standard errors are smaller than the gradient, so that the test is meaningful. */
  private static void checkThatItSays(Replicates found, int from, int to) {
    double squares = 0;
    double errors = 0;
    for (int i = from; i < to; i++) {
      squares += found.mean()[i] * found.mean()[i];
      errors += found.standardError()[i] * found.standardError()[i];
    }
    assertThat(errors).isLessThan(0.05 * squares);
  }

  @Nested
  class OfPaths implements JointEstimatorContract {
    @Override
    public Pathwise estimator(DifferentiableLikelihood likelihood) {
      return new Pathwise(likelihood);
    }
  }

  @Nested
  @ParameterizedClass
  @CsvSource({"NONE, false", "NONE, true", "SPLIT, false", "SPLIT, true", "LEAVE_ONE_OUT, false"})
  class OfValues implements JointEstimatorContract {
    @Parameter(0)
    ControlVariate controlVariate;

    @Parameter(1)
    boolean antithetic;

    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, controlVariate, antithetic);
    }
  }
}
