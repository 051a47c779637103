package org.gpchain.training.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertExpected;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values and gradients of the linear chain lead to the same gradient of its expectation. */
class EstimatorsAgreeTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onEveryBlock(boolean full) {
    LinearChain chain = new LinearChain(3);
    JointCase c = JointCase.random(new Draws(3), 4, 3, full);
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

  /** Agreement within errors that are larger than the gradient would say nothing. */
  private static void checkThatItSays(Replicates found, int from, int to) {
    double squares = 0;
    double errors = 0;
    for (int i = from; i < to; i++) {
      squares += found.mean()[i] * found.mean()[i];
      errors += found.standardError()[i] * found.standardError()[i];
    }
    assertThat(errors).isLessThan(0.05 * squares);
  }
}
