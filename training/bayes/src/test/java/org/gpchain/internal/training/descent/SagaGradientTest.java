package org.gpchain.internal.training.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.training.descent.StochasticDescent.Batches;
import org.gpchain.internal.training.descent.StochasticDescent.Steps;
import org.gpchain.internal.training.optim.StochasticObjectiveContract.Evaluation;
import org.gpchain.internal.training.optim.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SagaGradientTest {
  /** Returns the direction. */
  private static double[] direction(
      SagaGradient saga, MemberwiseObjective objective, double[] at, long seed, int... batch) {
    double[] direction = filled(objective.parameterCount(), Double.NaN);
    saga.direction(objective, at, batch, seed, direction);
    return direction;
  }

  /** Returns a gradient after some random steps, which are the same at each call. */
  private static SagaGradient after(MemberwiseObjective objective, int steps) {
    SagaGradient saga = new SagaGradient();
    Draws draws = new Draws(steps);
    for (int step = 0; step < steps; step++) {
      double[] at = draws.normals(objective.parameterCount(), 1);
      int[] batch = new Batches(objective.size(), 1 + step % 2, step).at(0);
      direction(saga, objective, at, step, batch);
    }
    return saga;
  }

  private static double[] gradient(LeastSquares objective, double[] at) {
    return Evaluation.of(objective, at).gradient();
  }

  private static double distance(double[] x, double[] y) {
    double[] difference = sum(x, -1, y);
    return Math.sqrt(dot(difference, difference));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7})
  void argumentsAreNotModified(int batchSize) {
    LeastSquares objective = LeastSquares.random(1, 7, 4, 0.5);
    for (int steps = 0; steps < 3; steps++) {
      double[] at = new Draws(steps).normals(4, 1);
      int[] batch = new Batches(7, batchSize, 1).at(steps);
      int[] copy = batch.clone();
      assertThat(direction(after(objective, steps), objective, at, 1, batch))
          .doesNotContain(Double.NaN);
      assertThat(at).isEqualTo(new Draws(steps).normals(4, 1));
      assertThat(batch).isEqualTo(copy);
    }
  }

  /** A gradient that is not finite does not change the table, neither at first nor later. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e200})
  void gradientsThatAreNotFiniteAreNotStored(double bad) {
    LeastSquares objective = LeastSquares.random(5, 5, 4, 0.5);
    for (int steps : new int[] {0, 1, 9}) {
      SagaGradient expected = after(objective, steps);
      SagaGradient actual = after(objective, steps);
      double[] direction = direction(actual, objective, new double[] {0, bad, 0, 1}, 1, 2, 0);
      assertThat(Vectors.isFinite(direction)).isFalse();
      for (int n = 0; n < 5; n++) {
        double[] at = new Draws(n).normals(4, 1);
        assertThat(direction(actual, objective, at, n, n))
            .isEqualTo(direction(expected, objective, at, n, n));
      }
    }
  }

  /** With a constant step size, the distance decreases by about the same factor in each part. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void convergesLinearlyToTheOptimum(int batchSize) {
    LeastSquares objective = LeastSquares.random(51, 20, 4, 0);
    double[] optimum = objective.optimum();
    double[] sizes = filled(4, 1 / (3 * objective.largestCurvature()));
    SagaGradient saga = new SagaGradient();
    StochasticDescent descent = new StochasticDescent(batchSize, false, parameters -> true, 3);
    double[] at = {5, -5, 5, 5};
    for (int part = 0; part < 3; part++) {
      double before = distance(at, optimum);
      at = descent.run(objective, saga, sizes, at, new Steps(1500 * part, 1500)).parameters();
      assertThat(distance(at, optimum)).isLessThan(1e-2 * before);
    }
  }

  /**
   * Compares with the definition: new minus old gradients of the batch, scaled, plus the sum of the
   * table. From step 20 on, the objective is a different one, but the table is kept.
   */
  @Test
  void directionFollowsTheDefinition() {
    LeastSquares objective = LeastSquares.random(53, 6, 3, 0.5);
    LeastSquares changed = objective.withRowsOf(LeastSquares.random(57, 6, 3, 0));
    Draws draws = new Draws(1);
    SagaGradient saga = new SagaGradient();
    saga.objectiveChanged(changed);
    double[] first = draws.normals(3, 1);

    assertClose(
        "first", direction(saga, objective, first, 7, 0), gradient(objective, first), ROUNDING);

    double[][] table = objective.members(first, objective.everyMember(), 7).compact();
    for (int step = 2; step < 40; step++) {
      if (step == 20) {
        objective = changed;
        saga.objectiveChanged(changed);
        assertThat(changed.evaluated()).isZero();
      }

      double[] at = draws.normals(3, 1);
      int[] batch = new Batches(6, 1 + step % 4, step).at(0);
      double[][] now = objective.members(at, batch, step).compact();
      double[] sum = objective.sum(objective.everyMember(), table, 1);
      double[] added = objective.sum(batch, now, 6.0 / batch.length);
      double[][] old = Arrays.stream(batch).mapToObj(n -> table[n]).toArray(double[][]::new);
      double[] subtracted = objective.sum(batch, old, 6.0 / batch.length);
      for (int i = 0; i < batch.length; i++) {
        table[batch[i]] = now[i];
      }

      double[] expected = new double[3];
      objective.gradient(at, sum(sum(sum, 1, added), -1, subtracted), expected);
      double[] actual = direction(saga, objective, at, step, batch);

      assertClose("step " + step, actual, expected, ALGEBRA);
    }
  }

  @Test
  void firstStepEvaluatesAllMembersAndLaterStepsTheBatch() {
    LeastSquares objective = LeastSquares.random(54, 6, 3, 0.5);
    SagaGradient saga = new SagaGradient();
    direction(saga, objective, new double[3], 1, 2, 4);
    assertThat(objective.evaluated()).isEqualTo(6);
    direction(saga, objective, new double[3], 1, 2, 4);
    assertThat(objective.evaluated()).isEqualTo(8);
  }

  /** After N steps, the sum equals the sum of the table exactly. */
  @Test
  void sumIsRecomputedEveryNSteps() {
    LeastSquares objective = LeastSquares.random(55, 5, 3, 0.5);
    SagaGradient saga = new SagaGradient();
    Draws draws = new Draws(2);
    direction(saga, objective, draws.normals(3, 1), 0, 0);
    double[][] table = new double[5][];
    double[] at = new double[3];
    for (int step = 1; step <= 10; step++) {
      at = draws.normals(3, 1);
      int n = step % 5;
      direction(saga, objective, at, n, n);
      table[n] = objective.members(at, new int[] {n}, n).compact()[0];
    }

    double[] expected = new double[3];
    objective.gradient(at, objective.sum(objective.everyMember(), table, 1), expected);

    assertThat(direction(saga, objective, at, 0, 0)).isEqualTo(expected);
  }

  @Test
  void numberOfMembersMustNotChange() {
    LeastSquares objective = LeastSquares.random(58, 6, 3, 0.5);
    LeastSquares other = LeastSquares.random(58, 7, 3, 0.5);
    SagaGradient saga = after(objective, 1);
    assertRefused(
        () -> saga.objectiveChanged(other), "remembered table must have length 7 [members], had 6");
    assertRefused(() -> direction(saga, other, new double[3], 1, 0));
  }
}
