package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.gpchain.training.optim.StochasticDescent.Batches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SAGA. */
class SagaGradientTest implements UnbiasedRuleContract {
  @Override
  public SagaGradient rule() {
    return new SagaGradient();
  }

  private static double distance(double[] x, double[] y) {
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      squares += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return Math.sqrt(squares);
  }

  /** With a constant step, SAGA comes nearer by the same factor again and again; SGD hovers. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void convergesLinearlyToTheOptimum(int batchSize) {
    LeastSquares objective = LeastSquares.random(51, 20, 4, 0);
    double[] optimum = objective.optimum();
    double step = 1 / (3 * objective.largestCurvature());
    SagaGradient saga = rule();
    double[] at = {5, -5, 5, 5};
    double[] plain = at;
    double before = distance(at, optimum);
    for (int part = 0; part < 3; part++) {
      at = after(objective, saga, step, batchSize, at, part);
      plain = after(objective, new PlainGradient(), step, batchSize, plain, part);
      double now = distance(at, optimum);
      assertThat(now).isLessThan(1e-2 * before);
      assertThat(distance(plain, optimum)).isGreaterThan(1e-3);
      before = now;
    }
  }

  private static double[] after(
      LeastSquares objective,
      GradientRule rule,
      double step,
      int batchSize,
      double[] start,
      int part) {
    StepSizes sizes = new StepSizes(List.of(new Range(0, 4)), step);
    return new StochasticDescent(batchSize, false, parameters -> true, 3)
        .run(objective, rule, sizes, start, 1500 * part, 1500)
        .parameters();
  }

  /** Where the table was filled there is no variance, and little nearby. */
  @Test
  void varianceVanishesNearTheTable() {
    LeastSquares objective = LeastSquares.random(52, 9, 4, 0.5);
    double[] at = {1, -1, 2, 0.5};
    double[] near = {1.01, -1, 2, 0.49};
    SagaGradient rule = rule();
    GradientRuleContract.direction(rule, objective, at, 7, 0);
    List<double[]> memory = rule.memory();
    double[] here = gradient(objective, at);
    double[] there = gradient(objective, near);
    for (int n = 0; n < 9; n++) {
      rule.restore(memory);
      double[] saga = GradientRuleContract.direction(rule, objective, at, 7, n);
      assertClose("no variance", saga, here, ROUNDING);
      double[] nearby = GradientRuleContract.direction(rule, objective, near, 7, n);
      double[] plain = GradientRuleContract.direction(new PlainGradient(), objective, near, 7, n);
      assertThat(distance(nearby, there)).isLessThan(0.1 * distance(plain, there));
    }
  }

  private static double[] gradient(LeastSquares objective, double[] at) {
    double[] gradient = new double[at.length];
    objective.valueAndGradient(at, objective.everyMember(), 7, gradient);
    return gradient;
  }

  /** Against the definition: new minus old, scaled up, plus the sum of what is remembered. */
  @Test
  void directionIsThatOfTheDefinition() {
    LeastSquares objective = LeastSquares.random(53, 6, 3, 0.5);
    Draws draws = new Draws(1);
    SagaGradient rule = rule();
    double[][] table = new double[6][];
    double[] first = draws.normals(3, 1);
    GradientRuleContract.direction(rule, objective, first, 1, 0);
    for (int n = 0; n < 6; n++) {
      table[n] = objective.members(first, new int[] {n}, 1).compact()[0];
    }
    for (int step = 2; step < 40; step++) {
      double[] at = draws.normals(3, 1);
      int[] batch = new Batches(6, 1 + step % 4, step).at(0);
      double[][] now = objective.members(at, batch, step).compact();
      double[] sum = objective.sum(objective.everyMember(), table, 1);
      double[] added = objective.sum(batch, now, 6.0 / batch.length);
      Arrays.setAll(sum, i -> sum[i] + added[i]);
      for (int i = 0; i < batch.length; i++) {
        double[][] old = {table[batch[i]]};
        double[] taken = objective.sum(new int[] {batch[i]}, old, -6.0 / batch.length);
        Arrays.setAll(sum, p -> sum[p] + taken[p]);
        table[batch[i]] = now[i];
      }
      double[] expected = new double[3];
      objective.gradient(at, sum, expected);
      double[] actual = GradientRuleContract.direction(rule, objective, at, step, batch);
      assertClose("step " + step, actual, expected, ALGEBRA);
    }
  }

  @Test
  void evaluatesEveryMemberOnceAndThenTheBatch() {
    LeastSquares objective = LeastSquares.random(54, 6, 3, 0.5);
    SagaGradient rule = rule();
    GradientRuleContract.direction(rule, objective, new double[3], 1, 2, 4);
    assertThat(objective.evaluated()).isEqualTo(6);
    GradientRuleContract.direction(rule, objective, new double[3], 1, 2, 4);
    assertThat(objective.evaluated()).isEqualTo(8);
  }

  /** Once in N steps the sum is that of the table, bit for bit. */
  @Test
  void sumIsTakenAnewOnceInNSteps() {
    LeastSquares objective = LeastSquares.random(55, 5, 3, 0.5);
    SagaGradient rule = rule();
    Draws draws = new Draws(2);
    GradientRuleContract.direction(rule, objective, draws.normals(3, 1), 0, 0);
    for (int step = 1; step <= 10; step++) {
      GradientRuleContract.direction(rule, objective, draws.normals(3, 1), step, step % 5);
      double[] sum = sumOfTable(rule, objective);
      assertClose("sum", rule.memory().get(5), sum, ROUNDING);
      if (step % 5 == 0) {
        assertThat(rule.memory().get(5)).isEqualTo(sum);
      }
    }
  }

  private static double[] sumOfTable(SagaGradient rule, LeastSquares objective) {
    double[][] table = rule.memory().stream().limit(objective.size()).toArray(double[][]::new);
    return objective.sum(objective.everyMember(), table, 1);
  }

  /** The table stays, its sum is that of the changed map. */
  @Test
  void sumFollowsAChangedObjective() {
    LeastSquares objective = LeastSquares.random(56, 6, 3, 0.5);
    LeastSquares changed = objective.withRowsOf(LeastSquares.random(57, 6, 3, 0));
    SagaGradient rule = rule();
    GradientRuleContract.warmUp(rule, objective, new Draws(3));
    List<double[]> before = rule.memory();
    rule.objectiveChanged(changed);
    GradientRuleContract.assertSame(rule.memory().subList(0, 6), before.subList(0, 6));
    assertThat(rule.memory().get(6))
        .isEqualTo(sumOfTable(rule, changed))
        .isNotEqualTo(before.get(6));
    assertThat(changed.evaluated()).isZero();
  }

  @Test
  void membersMustStayTheSame() {
    LeastSquares objective = LeastSquares.random(58, 6, 3, 0.5);
    LeastSquares other = LeastSquares.random(58, 7, 3, 0.5);
    SagaGradient rule = rule();
    GradientRuleContract.direction(rule, objective, new double[3], 1, 0);
    assertRefused(
        () -> rule.objectiveChanged(other), "remembered table must have length 7 [members], had 6");
    assertRefused(() -> GradientRuleContract.direction(rule, other, new double[3], 1, 0));
  }
}
