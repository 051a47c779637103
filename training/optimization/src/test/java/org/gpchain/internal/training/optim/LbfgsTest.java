package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.optim.Lbfgs.Listener;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.internal.training.optim.Lbfgs.StopRule;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LbfgsTest {
  private static final StopRule TO_THE_END = new StopRule(2000, 0, 10, 1e-9);

  @AutoClose private final Parallel parallel = new Parallel(1);

  private Result minimize(StochasticObjective objective, StopRule rule, double... start) {
    return minimize(6, objective, rule, start);
  }

  private Result minimize(
      int memory, StochasticObjective objective, StopRule rule, double... start) {
    return minimize(memory, objective, rule, (iteration, value, parameters) -> {}, start);
  }

  private Result minimize(
      int memory,
      StochasticObjective objective,
      StopRule rule,
      Listener listener,
      double... start) {
    return new Lbfgs(memory, 1, parallel).minimize(objective, start, rule, listener);
  }

  @Test
  void solvesAWellScaledQuadratic() {
    Draws draws = new Draws(1);
    double[] minimum = draws.normals(30, 2);
    FunctionObjective objective = FunctionObjective.quadratic(draws.uniforms(30, 1, 3), minimum);
    Result result = minimize(objective, TO_THE_END, draws.normals(30, 5));
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.iterations()).isBetween(1, 30);
    assertThat(result.value()).isEqualTo(objective.value(result.parameters()));
    assertThat(result.evaluations()).isEqualTo(objective.evaluations());
    assertClose("minimum", result.parameters(), minimum, OPTIMUM);
  }

  /** The curvatures range from 0.001 to 1000. SciPy's L-BFGS-B takes about as many steps. */
  @Test
  void solvesABadlyScaledQuadratic() {
    Draws draws = new Draws(2);
    double[] curvature =
        IntStream.range(0, 13).mapToDouble(i -> Math.pow(10, (i - 6) / 2.0)).toArray();
    double[] minimum = draws.normals(13, 2);
    FunctionObjective objective = FunctionObjective.quadratic(curvature, minimum);
    Result result = minimize(30, objective, TO_THE_END, draws.normals(13, 5));
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.iterations()).isLessThan(200);
    assertClose("minimum", result.parameters(), minimum, OPTIMUM);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10})
  void findsTheMinimumOfRosenbrocksFunction(int dimensions) {
    double[] start = new double[dimensions];
    start[0] = -1.2;
    Result result = minimize(FunctionObjective.rosenbrock(dimensions), TO_THE_END, start);
    assertThat(result.iterations()).isLessThan(200);
    assertClose("minimum", result.parameters(), filled(dimensions, 1), OPTIMUM);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 50})
  void findsTheMinimumWithAnyMemory(int memory) {
    Result result = minimize(memory, FunctionObjective.rosenbrock(4), TO_THE_END, 2, 0, 3, 1);
    assertClose("minimum", result.parameters(), new double[] {1, 1, 1, 1}, OPTIMUM);
  }

  /** Quasi-Newton steps lead to negative x, where {@code Σ x − log x} is not defined. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void leavesPointsWhereTheFunctionIsNotDefined(double beyond) {
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
    Result result = minimize(objective, TO_THE_END, 50, 80);

    assertThat(outside).isNotEmpty();
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  @Test
  void leavesPointsWhereTheGradientIsNotDefined() {
    FunctionObjective objective =
        new FunctionObjective(
            1,
            (x, gradient) -> {
              gradient[0] = x[0] > 2 ? Double.NaN : x[0] - 1.9;
              return x[0] > 2 ? -1 : 0.5 * (x[0] - 1.9) * (x[0] - 1.9);
            });
    Result result = minimize(objective, TO_THE_END, -30);
    assertClose("minimum", result.parameters()[0], 1.9, OPTIMUM);
  }

  /**
   * After the third step, the objective is defined only along the gradient, so that steps that use
   * the remembered curvature fail.
   */
  @Test
  void followsTheGradientIfTheCurvatureMisleads() {
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
        minimize(
            6,
            trap,
            TO_THE_END,
            (iteration, value, x) -> {
              if (here[0] != null) {
                downhill.add(isDownhill(valley, here[0], x));
              }
              here[0] = iteration == 3 ? x.clone() : null;
            },
            -1.2,
            1);

    assertThat(downhill).containsExactly(true);
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  /** Returns whether a point lies on the line through another point along the gradient there. */
  private static boolean isDownhill(FunctionObjective objective, double[] from, double[] x) {
    double[] gradient = new double[2];
    objective.valueAndGradient(from, gradient);
    double dx = x[0] - from[0];
    double dy = x[1] - from[1];
    double across = dx * gradient[1] - dy * gradient[0];
    return Math.abs(across) <= 1e-6 * Math.hypot(dx, dy) * Math.hypot(gradient[0], gradient[1]);
  }

  @Test
  void listenerHearsOfEachStepAndValuesFall() {
    FunctionObjective objective = FunctionObjective.rosenbrock(10);
    double[] start = new Draws(3).normals(10, 2);
    List<Double> values = new ArrayList<>();
    Result result =
        minimize(
            3,
            objective,
            new StopRule(60, 0, 10, 0),
            (iteration, value, parameters) -> {
              values.add(value);
              assertThat(iteration).isEqualTo(values.size());
              assertThat(value).isEqualTo(objective.value(parameters));
            },
            start);

    assertThat(values).hasSize(result.iterations()).hasSizeGreaterThan(30);

    for (int i = 1; i < values.size(); i++) {
      assertThat(values.get(i)).isLessThan(values.get(i - 1));
    }

    assertThat(result.value())
        .isEqualTo(values.get(values.size() - 1))
        .isEqualTo(objective.value(result.parameters()))
        .isLessThan(0.1 * objective.value(start));
    assertThat(result.evaluations()).isEqualTo(objective.evaluations());
    assertThat(start).isEqualTo(new Draws(3).normals(10, 2));
  }

  @Test
  void parametersAreTheCallersEvenWithoutAStep() {
    double[] start = {1, 1};
    Result result = minimize(FunctionObjective.rosenbrock(2), StopRule.afterIterations(5), start);
    assertThat(result.iterations()).isZero();
    assertThat(result.parameters()).containsExactly(1, 1).isNotSameAs(start);
  }

  /** With more parameters than one block of vector operations holds. */
  @Test
  void sameResultOnAnyNumberOfThreads() {
    Draws draws = new Draws(2);
    int count = 100_003;
    double[] curvature = draws.uniforms(count, 0.01, 3);
    double[] minimum = draws.normals(count, 1);
    double[] start = draws.normals(count, 1);
    Result first = null;
    for (int threads : new int[] {1, 2, 5}) {
      try (Parallel many = new Parallel(threads)) {
        Result result =
            new Lbfgs(6, 1, many)
                .minimize(
                    FunctionObjective.quadratic(curvature, minimum),
                    start,
                    StopRule.afterIterations(12),
                    (iteration, value, parameters) -> {});
        if (first == null) {
          first = result;
        }

        assertThat(result.iterations()).isGreaterThan(5);
        assertThat(result).usingRecursiveComparison().isEqualTo(first);
      }
    }
  }

  @Test
  void allEvaluationsHaveTheSameSeed() {
    Set<Long> seeds = new HashSet<>();
    FunctionObjective line =
        new FunctionObjective(
            2,
            (x, gradientOut) -> {
              Arrays.fill(gradientOut, 1);
              return 0;
            });
    StochasticObjective recorder =
        new StochasticObjective() {
          @Override
          public int parameterCount() {
            return line.parameterCount();
          }

          @Override
          public double valueAndGradient(double[] x, long seed, double[] gradientOut) {
            seeds.add(seed);
            return line.valueAndGradient(x, seed, gradientOut);
          }
        };

    new Lbfgs(6, 42, parallel)
        .minimize(recorder, new double[2], TO_THE_END, (iteration, value, parameters) -> {});
    assertThat(seeds).containsExactly(42L);
  }

  @Test
  void objectiveWithoutParametersIsMinimized() {
    Result result = minimize(new FunctionObjective(0, (x, g) -> 5), TO_THE_END);
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.value()).isEqualTo(5);
  }

  @Test
  void argumentsAreChecked() {
    assertRefused(() -> new Lbfgs(0, 1, parallel), "memory must be at least 1, was 0");
    assertRefused(
        () -> minimize(FunctionObjective.rosenbrock(3), TO_THE_END, 0, 0),
        "start must have length 3 [parameterCount], had 2");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.1, 1, 0.1, iterations must be at least 1",
    "1, 0.1, 0, 0.1, window must be at least 1",
    "1, -0.1, 1, 0.1, must not be negative",
    "1, NaN, 1, 0.1, must not be negative",
    "1, 0.1, 1, -0.1, must not be negative",
    "1, 0.1, 1, NaN, must not be negative"
  })
  void invalidStopRulesAreRejected(
      int iterations, double decrease, int window, double gradientNorm, String message) {
    assertRefused(() -> new StopRule(iterations, decrease, window, gradientNorm), message);
    assertThat(new StopRule(1, 0, 1, 0).iterations()).isEqualTo(1);
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
          case SMALL_GRADIENT -> minimize(valley, new StopRule(100, 0, 1, 1e-6), start);
          case SMALL_DECREASE -> minimize(valley, new StopRule(100, 1e-3, 4, 0), start);
          case ITERATION_LIMIT -> minimize(valley, new StopRule(3, 0, 1, 0), start);
          case LINE_SEARCH_FAILED -> minimize(uphill, StopRule.afterIterations(9), start);
          case NOT_FINITE -> minimize(infinite, StopRule.afterIterations(9), start);
        };

    assertThat(result.reason()).isEqualTo(reason);

    boolean makesNoStep =
        reason == StopReason.LINE_SEARCH_FAILED || reason == StopReason.NOT_FINITE;
    assertThat(result.iterations() == 0).isEqualTo(makesNoStep);

    if (makesNoStep) {
      assertThat(result.parameters()).containsExactly(start);
    }

    if (reason == StopReason.ITERATION_LIMIT) {
      assertThat(result.iterations()).isEqualTo(3);
    }
  }

  @Test
  void startThatIsNotFiniteIsReported() {
    Result result =
        minimize(FunctionObjective.rosenbrock(2), StopRule.afterIterations(5), Double.NaN, 0);
    assertThat(result.reason()).isEqualTo(StopReason.NOT_FINITE);
    assertThat(result.iterations()).isZero();
    assertThat(result.value()).isNaN();
  }

  /** If floating point allows no further decrease, the best point is returned. */
  @Test
  void stopsAtTheLimitOfFloatingPoint() {
    Result result =
        minimize(FunctionObjective.rosenbrock(2), new StopRule(9999, 0, 9999, 0), -1.2, 1);
    assertThat(result.reason()).isIn(StopReason.LINE_SEARCH_FAILED, StopReason.SMALL_GRADIENT);
    assertClose("minimum", result.parameters(), new double[] {1, 1}, OPTIMUM);
  }

  /** The norm of the gradient is compared with the larger of 1 and the norm of the parameters. */
  @Test
  void gradientNormIsRelativeToTheParameters() {
    StopRule rule = new StopRule(9, 0, 1, 1e-3);
    double[] curvature = {1};
    FunctionObjective far = FunctionObjective.quadratic(curvature, new double[] {1000});
    FunctionObjective near = FunctionObjective.quadratic(curvature, new double[] {0});
    assertThat(minimize(far, rule, 1000.5).iterations()).isZero();
    assertThat(minimize(near, rule, 0.5).iterations()).isPositive();
    assertThat(minimize(near, rule, 1e-3).iterations()).isZero();
  }

  /** The decrease is measured over the whole window, not over a single step. */
  @Test
  void decreaseIsMeasuredOverTheWindow() {
    List<Double> values = new ArrayList<>();
    double[] start = {-1.2, 1};
    FunctionObjective objective = FunctionObjective.rosenbrock(2);
    values.add(objective.value(start));
    Result result =
        minimize(
            6,
            objective,
            new StopRule(500, 0.6, 3, 0),
            (iteration, value, parameters) -> values.add(value),
            start);

    assertThat(result.reason()).isEqualTo(StopReason.SMALL_DECREASE);

    for (int i = 3; i < values.size(); i++) {
      boolean small = values.get(i - 3) - values.get(i) <= 0.6 * values.get(i);
      assertThat(small).as("step " + i).isEqualTo(i == values.size() - 1);
    }
  }
}
