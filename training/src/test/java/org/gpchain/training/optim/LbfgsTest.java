package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.Lbfgs.Result;
import org.gpchain.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.training.optim.Lbfgs.StopRule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special to L-BFGS. */
class LbfgsTest {
  private static final StopRule TO_THE_END = new StopRule(2000, 0, 10, 1e-9);

  private final Parallel parallel = new Parallel(1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private Result minimize(StochasticObjective objective, double[] start, StopRule rule) {
    return minimize(6, objective, start, rule);
  }

  private Result minimize(
      int memory, StochasticObjective objective, double[] start, StopRule rule) {
    return new Lbfgs(memory, 1, parallel)
        .minimize(objective, start, rule, (iteration, value, parameters) -> {});
  }

  @Test
  void solvesAWellScaledQuadratic() {
    Draws draws = new Draws(1);
    double[] minimum = draws.normals(30, 2);
    Result result =
        minimize(
            FunctionObjective.quadratic(draws.uniforms(30, 1, 3), minimum),
            draws.normals(30, 5),
            TO_THE_END);
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.iterations()).isLessThan(30);
    assertClose("minimum", result.parameters(), minimum, OPTIMUM);
  }

  /** Curvatures from a thousandth to a thousand. (SciPy's L-BFGS-B takes as many steps.) */
  @Test
  void solvesABadlyScaledQuadratic() {
    Draws draws = new Draws(2);
    double[] curvature =
        IntStream.range(0, 13).mapToDouble(i -> Math.pow(10, (i - 6) / 2.0)).toArray();
    double[] minimum = draws.normals(13, 2);
    Result result =
        minimize(
            30, FunctionObjective.quadratic(curvature, minimum), draws.normals(13, 5), TO_THE_END);
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.iterations()).isLessThan(200);
    assertClose("minimum", result.parameters(), minimum, OPTIMUM);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10})
  void findsItsWayThroughRosenbrocksValley(int dimensions) {
    double[] one = new double[dimensions];
    Arrays.fill(one, 1);
    double[] start = new double[dimensions];
    start[0] = -1.2;
    Result result = minimize(FunctionObjective.rosenbrock(dimensions), start, TO_THE_END);
    assertThat(result.iterations()).isLessThan(200);
    assertClose("minimum", result.parameters(), one, OPTIMUM);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 50})
  void anyMemoryWillDo(int memory) {
    Result result =
        minimize(memory, FunctionObjective.rosenbrock(4), new double[] {2, 0, 3, 1}, TO_THE_END);
    assertClose("minimum", result.parameters(), new double[] {1, 1, 1, 1}, OPTIMUM);
  }

  /** {@code Σ x − log x}, and nothing left of zero, where quasi-Newton steps from far off lead. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void returnsFromWhereTheFunctionEnds(double beyond) {
    List<Double> outside = new ArrayList<>();
    FunctionObjective objective =
        new FunctionObjective(
            2,
            (x, gradient) -> {
              double value = 0;
              for (int i = 0; i < x.length; i++) {
                gradient[i] = 1 - 1 / x[i];
                value += x[i] > 0 ? x[i] - Math.log(x[i]) : beyond;
              }
              if (!Double.isFinite(value)) {
                outside.add(value);
              }
              return value;
            });
    Result result = minimize(objective, new double[] {50, 80}, TO_THE_END);
    assertThat(outside).isNotEmpty();
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  @Test
  void returnsFromWhereTheGradientEnds() {
    FunctionObjective objective =
        new FunctionObjective(
            1,
            (x, gradient) -> {
              gradient[0] = x[0] > 2 ? Double.NaN : x[0] - 1.9;
              return x[0] > 2 ? -1 : 0.5 * (x[0] - 1.9) * (x[0] - 1.9);
            });
    Result result = minimize(objective, new double[] {-30}, TO_THE_END);
    assertClose("minimum", result.parameters()[0], 1.9, OPTIMUM);
  }

  /**
   * After the third step the objective exists along the gradient only, so that what is remembered
   * of the curvature leads nowhere.
   */
  @Test
  void goesDownTheGradientWhereTheCurvatureMisleads() {
    FunctionObjective valley = FunctionObjective.rosenbrock(2);
    double[][] here = new double[1][];
    FunctionObjective trap =
        new FunctionObjective(
            2,
            (x, gradient) -> {
              double value = valley.valueAndGradient(x, gradient);
              return here[0] == null || isDownhill(valley, here[0], x) ? value : Double.NaN;
            });
    List<Boolean> downhill = new ArrayList<>();
    Result result =
        new Lbfgs(6, 1, parallel)
            .minimize(
                trap,
                new double[] {-1.2, 1},
                TO_THE_END,
                (iteration, value, x) -> {
                  if (here[0] != null) {
                    downhill.add(isDownhill(valley, here[0], x));
                  }
                  here[0] = iteration == 3 ? x.clone() : null;
                });
    assertThat(downhill).containsExactly(true);
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  /** Whether a point of the plane lies on the line through another one along its gradient. */
  private static boolean isDownhill(FunctionObjective objective, double[] from, double[] x) {
    double[] gradient = new double[2];
    objective.valueAndGradient(from, gradient);
    double dx = x[0] - from[0];
    double dy = x[1] - from[1];
    double across = dx * gradient[1] - dy * gradient[0];
    return Math.abs(across) <= 1e-6 * Math.hypot(dx, dy) * Math.hypot(gradient[0], gradient[1]);
  }

  @Test
  void valuesFallFromStepToStep() {
    List<Double> values = new ArrayList<>();
    new Lbfgs(3, 1, parallel)
        .minimize(
            FunctionObjective.rosenbrock(10),
            new Draws(3).normals(10, 2),
            new StopRule(60, 0, 10, 0),
            (iteration, value, parameters) -> values.add(value));
    assertThat(values).hasSizeGreaterThan(30);
    for (int i = 1; i < values.size(); i++) {
      assertThat(values.get(i)).isLessThan(values.get(i - 1));
    }
  }

  @Test
  void alwaysLooksAtEveryMemberWithTheSameSeed() {
    List<int[]> batches = new ArrayList<>();
    List<Long> seeds = new ArrayList<>();
    StochasticObjective objective =
        new StochasticObjective() {
          @Override
          public int parameterCount() {
            return 1;
          }

          @Override
          public int size() {
            return 4;
          }

          @Override
          public double valueAndGradient(double[] x, int[] batch, long seed, double[] gradientOut) {
            batches.add(batch.clone());
            seeds.add(seed);
            gradientOut[0] = x[0];
            return 0.5 * x[0] * x[0];
          }
        };
    new Lbfgs(6, 42, parallel)
        .minimize(objective, new double[] {3}, TO_THE_END, (iteration, value, parameters) -> {});
    assertThat(batches).isNotEmpty().allSatisfy(b -> assertThat(b).containsExactly(0, 1, 2, 3));
    assertThat(seeds).containsOnly(42L);
  }

  @Test
  void noParametersAreNothingToDo() {
    Result result = minimize(new FunctionObjective(0, (x, g) -> 5), new double[0], TO_THE_END);
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.value()).isEqualTo(5);
  }

  @Test
  void needsAMemory() {
    assertRefused(() -> new Lbfgs(0, 1, parallel), "memory must be at least 1, was 0");
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonToStopIsReached(StopReason reason) {
    double[] start = {-1, 2};
    FunctionObjective zero = FunctionObjective.rosenbrock(2);
    FunctionObjective valley =
        new FunctionObjective(2, (x, gradient) -> 100 + zero.valueAndGradient(x, gradient));
    FunctionObjective uphill =
        new FunctionObjective(
            2,
            (x, gradient) -> {
              gradient[0] = -x[0];
              gradient[1] = -x[1];
              return x[0] * x[0] + x[1] * x[1];
            });
    FunctionObjective infinite =
        new FunctionObjective(
            2,
            (x, gradient) -> {
              Arrays.fill(gradient, Double.POSITIVE_INFINITY);
              return 0;
            });
    Result result =
        switch (reason) {
          case SMALL_GRADIENT -> minimize(valley, start, new StopRule(100, 0, 1, 1e-6));
          case SMALL_DECREASE -> minimize(valley, start, new StopRule(100, 1e-3, 4, 0));
          case ITERATION_LIMIT -> minimize(valley, start, new StopRule(3, 0, 1, 0));
          case LINE_SEARCH_FAILED -> minimize(uphill, start, StopRule.afterIterations(9));
          case NOT_FINITE -> minimize(infinite, start, StopRule.afterIterations(9));
        };
    assertThat(result.reason()).isEqualTo(reason);
    boolean goesNowhere =
        reason == StopReason.LINE_SEARCH_FAILED || reason == StopReason.NOT_FINITE;
    assertThat(result.iterations() == 0).isEqualTo(goesNowhere);
    if (goesNowhere) {
      assertThat(result.parameters()).containsExactly(start);
    }
  }

  /** The limit of floating point is reached without harm: the best point comes back. */
  @Test
  void stopsWhereFloatingPointEnds() {
    Result result =
        minimize(
            FunctionObjective.rosenbrock(2),
            new double[] {-1.2, 1},
            new StopRule(9999, 0, 9999, 0));
    assertThat(result.reason()).isIn(StopReason.LINE_SEARCH_FAILED, StopReason.SMALL_GRADIENT);
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  /** A gradient is small or not in comparison with the parameters, or with one. */
  @Test
  void gradientIsMeasuredByTheParameters() {
    StopRule rule = new StopRule(9, 0, 1, 1e-3);
    double[] curvature = {1};
    FunctionObjective far = FunctionObjective.quadratic(curvature, new double[] {1000});
    FunctionObjective near = FunctionObjective.quadratic(curvature, new double[] {0});
    assertThat(minimize(far, new double[] {1000.5}, rule).iterations()).isZero();
    assertThat(minimize(near, new double[] {0.5}, rule).iterations()).isPositive();
    assertThat(minimize(near, new double[] {1e-3}, rule).iterations()).isZero();
  }

  /** The decrease is measured over the whole window, not from step to step. */
  @Test
  void windowIsAsLongAsTheRuleSays() {
    List<Double> values = new ArrayList<>();
    double[] start = {-1.2, 1};
    FunctionObjective objective = FunctionObjective.rosenbrock(2);
    values.add(objective.value(start));
    Result result =
        new Lbfgs(6, 1, parallel)
            .minimize(
                objective,
                start,
                new StopRule(500, 0.6, 3, 0),
                (iteration, value, parameters) -> values.add(value));
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_DECREASE);
    for (int i = 3; i < values.size(); i++) {
      boolean small = values.get(i - 3) - values.get(i) <= 0.6 * values.get(i);
      assertThat(small).as("step " + i).isEqualTo(i == values.size() - 1);
    }
  }
}
