package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for step sizes. */
class StepSizeSearchTest {
  private static final StepSizeSearch SEARCH = search(3, parameters -> true);

  private static StepSizeSearch search(int batchSize, Predicate<double[]> region) {
    return new StepSizeSearch(new StochasticDescent(batchSize, true, region, 1), 2);
  }

  /** The step sizes of the first parameter, and of the other two; NaN where there is none. */
  private static double[] search(
      StepSizeSearch search,
      MemberwiseObjective objective,
      StochasticObjective comparison,
      GradientRule rule,
      double[] at,
      double... guesses) {
    List<Range> ranges = List.of(new Range(0, 1), new Range(1, 3));
    return IntStream.range(0, guesses.length)
        .mapToDouble(
            i ->
                search
                    .search(objective, comparison, rule, at, ranges.get(i), guesses[i])
                    .orElse(Double.NaN))
        .toArray();
  }

  /** {@code ½ Σ c_i x_i²}, all of it the part that belongs to no member. */
  private static MemberwiseObjective quadratic(double... curvature) {
    return new Quadratic(curvature);
  }

  /**
   * Descent on a quadratic of curvature c lowers it if and only if the step is shorter than 2/c.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.0 / 1024, 0.125, 0.25, 0.5, 1, 2, 64})
  void findsAQuarterOfTheLargestPowerOfTwo(double guess) {
    MemberwiseObjective objective = quadratic(3, 0.5, 0.4);
    double[] found =
        search(
            SEARCH,
            objective,
            objective,
            new PlainGradient(),
            new double[] {1, 1, 1},
            guess,
            guess);
    // 2/3 and 4, where the stiffer of two parameters would only jump to and fro.
    assertThat(found[0]).isEqualTo(0.25 * 0.5);
    assertThat(found[1]).isEqualTo(0.25 * 4);
  }

  /** Guesses need not be powers of two. */
  @Test
  void doublesAndHalvesTheGuess() {
    MemberwiseObjective objective = quadratic(3);
    for (double guess : new double[] {0.05, 0.4, 12.8}) {
      double[] found =
          search(SEARCH, objective, objective, new PlainGradient(), new double[] {1}, guess);
      assertThat(found[0]).isEqualTo(0.25 * 0.4);
    }
  }

  @Test
  void theRegionBoundsTheStep() {
    MemberwiseObjective objective = quadratic(1);
    // The first step leads from 1 to 1 − step: a step above 1.3 would lead out.
    Predicate<double[]> region = parameters -> parameters[0] > -0.3;
    double[] start = {1};
    double[] bounded =
        search(search(3, region), objective, objective, new PlainGradient(), start, 1.25 / 16);
    assertThat(bounded[0]).isEqualTo(0.25 * 1.25);
    double[] free = search(SEARCH, objective, objective, new PlainGradient(), start, 1.75 / 16);
    assertThat(free[0]).isEqualTo(0.25 * 1.75);
    double[] halved =
        search(search(3, region), objective, objective, new PlainGradient(), start, 1.75 / 16);
    assertThat(halved[0]).isEqualTo(0.25 * 1.75 / 2);
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
      double[] found = search(SEARCH, objective, objective, rule, start, 0.01, 0.01);
      assertThat(start).containsExactly(4, -4, 4);
      GradientRuleContract.assertSame(rule.memory(), memory);
      double[] again = search(SEARCH, objective, objective, rule, start, 0.01, 0.01);
      assertThat(again[0]).isEqualTo(found[0]).isPositive();
      assertThat(again[1]).isEqualTo(found[1]).isPositive();
    }
  }

  /** The comparison says what is lower, at one noise; the steps are those of the other. */
  @Test
  void comparisonMayBeAnotherObjective() {
    FunctionObjective comparison = FunctionObjective.quadratic(new double[] {1}, new double[] {0});
    double[] found =
        search(SEARCH, quadratic(8), comparison, new PlainGradient(), new double[] {1}, 1.0 / 16);
    // Of 1/8, 1/4 the former leaps to the minimum at once, the latter to and fro.
    assertThat(found[0]).isEqualTo(0.25 * 0.125);
    // Before, three step sizes that were tried: 1/16, 1/8, 1/4.
    assertThat(comparison.evaluations()).isEqualTo(4);
  }

  /** Common random numbers, and every member. */
  @Test
  void comparesAtOneNoise() {
    LeastSquares noisy = LeastSquares.random(3, 6, 1, 1);
    List<Long> seeds = new ArrayList<>();
    StochasticObjective comparison =
        new StochasticObjective() {
          @Override
          public int parameterCount() {
            return 1;
          }

          @Override
          public int size() {
            return 6;
          }

          @Override
          public double valueAndGradient(double[] x, int[] batch, long seed, double[] out) {
            seeds.add(seed);
            assertThat(batch).containsExactly(0, 1, 2, 3, 4, 5);
            return noisy.valueAndGradient(x, batch, seed, out);
          }
        };
    search(SEARCH, noisy, comparison, new PlainGradient(), new double[] {5}, 1e-3);
    assertThat(seeds).hasSizeGreaterThan(2).containsOnly(2L);
  }

  /** No more than thirty times. */
  @Test
  void doublingEnds() {
    MemberwiseObjective steps = quadratic(0);
    FunctionObjective falling = everLower();
    double[] found = search(SEARCH, steps, falling, new PlainGradient(), new double[] {1}, 1);
    assertThat(found[0]).isEqualTo(0.25 * (1 << 30));
  }

  private static FunctionObjective everLower() {
    double[] value = {0};
    return new FunctionObjective(1, (x, gradient) -> value[0]--);
  }

  @Test
  void halvingEnds() {
    MemberwiseObjective steps = quadratic(1, 1, 1);
    FunctionObjective constant = new FunctionObjective(3, (x, gradient) -> 5);
    assertThat(
            search(SEARCH, steps, constant, new PlainGradient(), new double[] {1, 1, 1}, 4, 1)[0])
        .isNaN();
  }

  @Test
  void anObjectiveThatIsNotANumberIsNeverLower() {
    FunctionObjective notANumber = new FunctionObjective(1, (x, gradient) -> Double.NaN);
    assertThat(
            search(SEARCH, quadratic(1), notANumber, new PlainGradient(), new double[] {1}, 1)[0])
        .isNaN();
  }

  @Test
  void argumentsAreChecked() {
    MemberwiseObjective objective = quadratic(1);
    StochasticDescent descent = new StochasticDescent(1, true, parameters -> true, 1);
    assertThatThrownBy(() -> new StepSizeSearch(descent, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("steps must be at least 1, was 0");
    assertThatThrownBy(
            () -> search(SEARCH, objective, objective, new PlainGradient(), new double[1], 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("guessed step size");
    assertThatThrownBy(
            () -> search(SEARCH, objective, objective, new PlainGradient(), new double[2], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("parameters");
  }

  /** As many steps are taken as asked for: what is good for few may be bad for many. */
  @Test
  void takesTheStepsAskedFor() {
    for (int steps : new int[] {1, 20}) {
      LeastSquares counting = LeastSquares.random(2, 6, 3, 0);
      StochasticDescent descent = new StochasticDescent(6, true, parameters -> true, 1);
      FunctionObjective comparison = new FunctionObjective(3, (x, gradient) -> 0);
      assertThat(
              search(
                  new StepSizeSearch(descent, steps, 1),
                  counting,
                  comparison,
                  new PlainGradient(),
                  new double[3],
                  1e-9)[0])
          .isNaN();
      assertThat(counting.evaluated()).isEqualTo(31 * steps * 6);
    }
  }

  /** A quadratic whose only member is empty. */
  private static final class Quadratic implements MemberwiseObjective {
    private final double[] curvature;

    Quadratic(double[] curvature) {
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
    public int memberSize(int member) {
      return 0;
    }

    @Override
    public int sumSize() {
      return 0;
    }

    @Override
    public double valueAndGradient(double[] x, int[] batch, long seed, double[] gradientOut) {
      return gradient(x, new double[0], gradientOut);
    }

    @Override
    public double members(double[] x, int[] batch, long seed, double[][] compactOut) {
      return 0;
    }

    @Override
    public void accumulate(int[] batch, double[][] compact, double factor, double[] sumInOut) {}

    @Override
    public double gradient(double[] x, double[] sum, double[] gradientOut) {
      return FunctionObjective.quadratic(curvature, new double[curvature.length])
          .valueAndGradient(x, gradientOut);
    }
  }
}
