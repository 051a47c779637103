package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.junit.jupiter.api.Test;

/** Contract of each {@link StochasticObjective}. */
public interface StochasticObjectiveContract {
  /** Returns an objective with few parameters. */
  StochasticObjective objective(Parallel parallel);

  /** A value and its gradient. */
  record Evaluation(double value, double[] gradient) {
    /** Evaluates an objective with a fixed seed. */
    public static Evaluation of(StochasticObjective objective, double[] at) {
      double[] gradient = filled(at.length, Double.NaN);
      return new Evaluation(objective.valueAndGradient(at, 7, gradient), gradient);
    }

    /** Checks that an evaluation has exactly the same value and gradient. */
    public void assertSameAs(Evaluation expected) {
      assertThat(value).isEqualTo(expected.value);
      assertThat(gradient).isEqualTo(expected.gradient);
    }

    public void assertCloseTo(String what, double expectedValue, double[] expectedGradient) {
      assertClose(what, value, expectedValue, ROUNDING);
      assertClose(what, gradient, expectedGradient, ROUNDING);
    }
  }

  @Test
  default void gradientIsTheDerivativeOfTheValue() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 1);
    double[] gradient = Evaluation.of(objective, at).gradient();
    double[] expected = differences(at, () -> Evaluation.of(objective, at).value());
    assertClose("gradient", gradient, expected, FINITE_DIFFERENCE);
  }

  @Test
  default void argumentsAreNotModified() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 2);
    double[] copy = at.clone();
    Evaluation.of(objective, at);
    assertThat(at).isEqualTo(copy);
  }

  @Test
  default void evaluationsDoNotDependOnEarlierOnes() {
    StochasticObjective objective = onOneThread();
    double[] here = point(objective, 3);
    Evaluation first = Evaluation.of(objective, here);
    Evaluation.of(objective, point(objective, 4));
    Evaluation.of(objective, here).assertSameAs(first);
  }

  @Test
  default void sameValueOnAnyNumberOfThreads() {
    Evaluation first = null;
    for (int threads : new int[] {1, 4}) {
      try (Parallel parallel = new Parallel(threads)) {
        StochasticObjective objective = objective(parallel);
        Evaluation evaluation = Evaluation.of(objective, point(objective, 8));
        if (first == null) {
          first = evaluation;
        }
        evaluation.assertSameAs(first);
      }
    }
  }

  @Test
  default void parametersOfTheWrongLengthAreRejected() {
    StochasticObjective objective = onOneThread();
    double[] tooFew = new double[objective.parameterCount() - 1];
    assertRefused(
        () -> Evaluation.of(objective, tooFew),
        "parameters must have length " + (tooFew.length + 1),
        "had " + tooFew.length);
  }

  /** Returns the objective on the calling thread, so that no threads need to be closed. */
  private StochasticObjective onOneThread() {
    return objective(new Parallel(1));
  }

  static double[] point(StochasticObjective objective, long seed) {
    return new Draws(seed).normals(objective.parameterCount(), 0.7);
  }
}
