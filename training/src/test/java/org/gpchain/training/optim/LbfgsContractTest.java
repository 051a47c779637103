package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.Lbfgs.Result;
import org.gpchain.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.training.optim.Lbfgs.StopRule;
import org.junit.jupiter.api.Test;

/** What L-BFGS promises, as any optimiser would. */
class LbfgsContractTest {
  private static Lbfgs optimizer(Parallel parallel) {
    return new Lbfgs(6, 1, parallel);
  }

  @Test
  void goesDownhillAndSaysWhereItIs() {
    Draws draws = new Draws(1);
    FunctionObjective objective =
        FunctionObjective.quadratic(draws.uniforms(20, 0.5, 2), draws.normals(20, 1));
    double[] start = draws.normals(20, 3);
    Result result = minimize(objective, start, StopRule.afterIterations(40));
    assertThat(result.value()).isLessThan(0.1 * objective.value(start));
    assertThat(result.value()).isEqualTo(objective.value(result.parameters()));
    assertThat(result.iterations()).isBetween(1, 40);
    assertThat(result.evaluations()).isEqualTo(objective.evaluations());
  }

  @Test
  void startIsNotModified() {
    FunctionObjective objective = FunctionObjective.rosenbrock(3);
    double[] start = {-1, 2, 0.5};
    Result result = minimize(objective, start, StopRule.afterIterations(5));
    assertThat(start).containsExactly(-1, 2, 0.5);
    result.parameters()[0] = Double.NaN;
    assertThat(start).containsExactly(-1, 2, 0.5);
  }

  @Test
  void parametersAreTheCallersEvenWithoutAStep() {
    double[] start = {1, 1};
    Result result = minimize(FunctionObjective.rosenbrock(2), start, StopRule.afterIterations(5));
    assertThat(result.iterations()).isZero();
    assertThat(result.reason()).isEqualTo(StopReason.SMALL_GRADIENT);
    assertThat(result.parameters()).containsExactly(1, 1).isNotSameAs(start);
  }

  @Test
  void takesNoMoreStepsThanAllowed() {
    Result result =
        minimize(
            FunctionObjective.rosenbrock(4), new double[] {-1, 2, 0, 3}, new StopRule(2, 0, 1, 0));
    assertThat(result.iterations()).isEqualTo(2);
    assertThat(result.reason()).isEqualTo(StopReason.ITERATION_LIMIT);
  }

  @Test
  void listenerHearsOfEachStep() {
    FunctionObjective objective = FunctionObjective.rosenbrock(4);
    List<Integer> iterations = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    Result result;
    try (Parallel parallel = new Parallel(1)) {
      result =
          optimizer(parallel)
              .minimize(
                  objective,
                  new double[] {-1, 2, 0, 3},
                  StopRule.afterIterations(12),
                  (iteration, value, parameters) -> {
                    iterations.add(iteration);
                    values.add(value);
                    assertThat(value).isEqualTo(objective.value(parameters));
                  });
    }
    assertThat(iterations)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, result.iterations()).boxed().toList());
    assertThat(values.get(values.size() - 1)).isEqualTo(result.value());
  }

  @Test
  void aStartThatIsNotANumberIsAResult() {
    Result result =
        minimize(
            FunctionObjective.rosenbrock(2),
            new double[] {Double.NaN, 0},
            StopRule.afterIterations(5));
    assertThat(result.reason()).isEqualTo(StopReason.NOT_FINITE);
    assertThat(result.iterations()).isZero();
    assertThat(result.value()).isNaN();
  }

  @Test
  void aStartOfTheWrongLengthIsRejected() {
    assertRefused(
        () -> minimize(FunctionObjective.rosenbrock(3), new double[2], StopRule.afterIterations(5)),
        "start must have length 3 [parameterCount], had 2");
  }

  /** With more parameters than one block of vector operations holds. */
  @Test
  void sameResultOnAnyNumberOfThreads() {
    Draws draws = new Draws(2);
    int count = 100_003;
    double[] curvature = draws.uniforms(count, 0.01, 3);
    double[] minimum = draws.normals(count, 1);
    double[] start = draws.normals(count, 1);
    Result one = null;
    for (int threads : new int[] {1, 2, 5}) {
      try (Parallel parallel = new Parallel(threads)) {
        Result result =
            optimizer(parallel)
                .minimize(
                    FunctionObjective.quadratic(curvature, minimum),
                    start,
                    StopRule.afterIterations(12),
                    (iteration, value, parameters) -> {});
        one = one == null ? result : one;
        assertThat(result.parameters()).isEqualTo(one.parameters());
        assertThat(result.value()).isEqualTo(one.value());
        assertThat(result.iterations()).isEqualTo(one.iterations()).isGreaterThan(5);
        assertThat(result.evaluations()).isEqualTo(one.evaluations());
      }
    }
  }

  private static Result minimize(StochasticObjective objective, double[] start, StopRule stop) {
    try (Parallel parallel = new Parallel(1)) {
      return optimizer(parallel)
          .minimize(objective, start, stop, (iteration, value, parameters) -> {});
    }
  }
}
