package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.Lbfgs.Result;
import org.gpchain.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.training.optim.Lbfgs.StopRule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When L-BFGS stops, and what it says then. */
class LbfgsStopTest {
  private final Parallel parallel = new Parallel(1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private Result minimize(StochasticObjective objective, double[] start, StopRule rule) {
    return new Lbfgs(6, 1, parallel)
        .minimize(objective, start, rule, (iteration, value, parameters) -> {});
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
