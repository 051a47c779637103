package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for step sizes. */
class StepSizeSearchTest {
  private static final Range FIRST = new Range(0, 1);
  private static final Range OTHERS = new Range(1, 3);

  private static StepSizeSearch search(
      Predicate<double[]> region, MemberwiseObjective objective, GradientRule rule, double... at) {
    return new StepSizeSearch(new StochasticDescent(3, true, region, 1), objective, rule, at, 2);
  }

  private static StepSizeSearch search(MemberwiseObjective objective, double... at) {
    return search(parameters -> true, objective, new PlainGradient(), at);
  }

  /**
   * Descent on a quadratic of curvature c lowers it if and only if the step is shorter than 2/c.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.0 / 1024, 0.125, 0.25, 0.5, 1, 2, 64})
  void findsAQuarterOfTheLargestPowerOfTwo(double guess) {
    StepSizeSearch search = search(new Quadratic(3, 0.5, 0.4), 1, 1, 1);
    // 2/3 and 4, where the stiffer of two parameters would only jump to and fro.
    assertThat(search.search(FIRST, guess)).hasValue(0.25 * 0.5);
    assertThat(search.search(OTHERS, guess)).hasValue(0.25 * 4);
  }

  /** Guesses need not be powers of two. */
  @Test
  void doublesAndHalvesTheGuess() {
    for (double guess : new double[] {0.05, 0.4, 12.8}) {
      assertThat(search(new Quadratic(3), 1).search(FIRST, guess)).hasValue(0.25 * 0.4);
    }
  }

  @Test
  void theRegionBoundsTheStep() {
    MemberwiseObjective objective = new Quadratic(1);
    // The first step leads from 1 to 1 − step: a step above 1.3 would lead out.
    Predicate<double[]> region = parameters -> parameters[0] > -0.3;
    StepSizeSearch bounded = search(region, objective, new PlainGradient(), 1);
    assertThat(bounded.search(FIRST, 1.25 / 16)).hasValue(0.25 * 1.25);
    assertThat(bounded.search(FIRST, 1.75 / 16)).hasValue(0.25 * 1.75 / 2);
    assertThat(search(objective, 1).search(FIRST, 1.75 / 16)).hasValue(0.25 * 1.75);
  }

  /** Even of a rule with much to remember, and of an objective with noise. */
  @Test
  void leavesParametersAndMemoryAsTheyWere() {
    LeastSquares objective = LeastSquares.random(1, 8, 3, 1);
    List<Supplier<GradientRule>> rules =
        List.of(PlainGradient::new, AdamGradient::new, SagaGradient::new);
    for (Supplier<GradientRule> fresh : rules) {
      GradientRule rule = fresh.get();
      GradientRuleContract.warmUp(rule, objective, new Draws(1));
      List<double[]> memory = rule.memory();
      double[] start = {4, -4, 4};
      StepSizeSearch search = search(parameters -> true, objective, rule, start);
      for (Range range : List.of(FIRST, OTHERS)) {
        OptionalDouble found = search.search(range, 0.01);
        assertThat(found).isPresent();
        assertThat(start).containsExactly(4, -4, 4);
        GradientRuleContract.assertSame(rule.memory(), memory);
        assertThat(search.search(range, 0.01)).isEqualTo(found);
      }
    }
  }

  /** Common random numbers, and every member, in twenty steps. */
  @Test
  void comparesAtOneNoise() {
    List<Long> seeds = new ArrayList<>();
    MemberwiseObjective objective =
        new Quadratic(3) {
          @Override
          public double valueAndGradient(double[] x, int[] batch, long seed, double[] out) {
            seeds.add(seed);
            assertThat(batch).containsExactly(0);
            return super.valueAndGradient(x, batch, seed, out);
          }
        };
    search(objective, 5).search(FIRST, 1e-3);
    assertThat(seeds).hasSizeGreaterThan(2).containsOnly(2L);
  }

  @Test
  void takesTwentyStepsOfEachSize() {
    ScriptedRule rule =
        new ScriptedRule((call, parameters) -> call < 20 ? 0 : 1) {
          @Override
          public void restore(List<double[]> memory) {
            // There is no memory.
          }
        };
    search(parameters -> true, new Valued(1, x -> 0), rule, 0).search(FIRST, 1e-9);
    assertThat(rule.calls()).hasSize(31 * 20);
  }

  /** No more than thirty times. */
  @Test
  void doublingAndHalvingEnd() {
    double[] value = {0};
    Quadratic falling = new Valued(0, x -> value[0]--);
    assertThat(search(falling, 1).search(FIRST, 1)).hasValue(0.25 * (1 << 30));
    assertThat(search(new Valued(1, x -> 5), 1).search(FIRST, 4)).isEmpty();
  }

  @Test
  void anObjectiveThatIsNotANumberIsNeverLower() {
    assertThat(search(new Valued(1, x -> Double.NaN), 1).search(FIRST, 1)).isEmpty();
  }

  @Test
  void argumentsAreChecked() {
    StepSizeSearch search = search(new Quadratic(1), 1);
    assertRefused(() -> search.search(FIRST, 0), "guessed step size");
    assertRefused(() -> search(new Quadratic(1), 1, 1), "parameters");
  }

  /** {@code ½ Σ c_i x_i²}, all of it the part that belongs to no member: the only one is empty. */
  private static class Quadratic implements MemberwiseObjective {
    private final double[] curvature;

    Quadratic(double... curvature) {
      this.curvature = curvature;
    }

    @Override
    public int parameterCount() {
      return curvature.length;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public double valueAndGradient(double[] x, int[] batch, long seed, double[] gradientOut) {
      return gradient(x, new double[0], gradientOut);
    }

    @Override
    public Members members(double[] x, int[] batch, long seed) {
      return new Members(0, new double[1][0]);
    }

    @Override
    public double[] sum(int[] batch, double[][] compact, double factor) {
      return new double[0];
    }

    @Override
    public double gradient(double[] x, double[] sum, double[] gradientOut) {
      return FunctionObjective.quadratic(curvature, new double[curvature.length])
          .valueAndGradient(x, gradientOut);
    }
  }

  /** The steps of a quadratic, and the values of another function. */
  private static final class Valued extends Quadratic {
    private final ToDoubleFunction<double[]> value;

    Valued(double curvature, ToDoubleFunction<double[]> value) {
      super(curvature);
      this.value = value;
    }

    @Override
    public double valueAndGradient(double[] x, int[] batch, long seed, double[] gradientOut) {
      return value.applyAsDouble(x);
    }
  }
}
