package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.gpchain.training.optim.StochasticDescent.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of stochastic descent, and how it recovers. */
class StochasticDescentTest {
  private static final LeastSquares TEN = LeastSquares.random(1, 10, 2, 0.5);
  private static final StepSizes ONE = new StepSizes(List.of(new Range(0, 2)), 1);

  private static boolean isBelow100(double[] parameters) {
    return Math.abs(parameters[0]) <= 100;
  }

  private static StochasticDescent descent(int batchSize, Predicate<double[]> region) {
    return new StochasticDescent(batchSize, true, region, 7);
  }

  private static void assertCounts(Outcome outcome, int retries, int skipped, int returns) {
    assertThat(List.of(outcome.retries(), outcome.skipped(), outcome.returns()))
        .containsExactly(retries, skipped, returns);
  }

  static Stream<Supplier<GradientRule>> rules() {
    return Stream.of(PlainGradient::new, AdamGradient::new, SagaGradient::new);
  }

  @Test
  void eachStepTakesOneBatchOfTheEpoch() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> 1);
    StochasticDescent descent = descent(3, parameters -> true);
    Outcome outcome = descent.run(TEN, rule, ONE, new double[2], 0, 8);
    assertThat(outcome.parameters()).containsExactly(-8, -8);
    assertCounts(outcome, 0, 0, 0);
    for (int epoch = 0; epoch < 2; epoch++) {
      assertThat(rule.calls().subList(4 * epoch, 4 * epoch + 4))
          .flatExtracting(ScriptedRule.Call::batch)
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
    assertThat(rule.calls().get(3).batch()).hasSize(1);
  }

  @Test
  void parametersOutsideOfEveryRangeStay() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> 1);
    StepSizes second = new StepSizes(List.of(new Range(1, 2)), 0.5);
    double[] start = {3, 4};
    Outcome outcome = descent(3, parameters -> true).run(TEN, rule, second, start, 0, 2);
    assertThat(outcome.parameters()).containsExactly(3, 3);
    assertThat(start).containsExactly(3, 4);
  }

  @Test
  void noStepsChangeNothing() {
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100)
            .run(TEN, new PlainGradient(), ONE, new double[] {1, 2}, 5, 0);
    assertThat(outcome.parameters()).containsExactly(1, 2);
    assertCounts(outcome, 0, 0, 0);
  }

  @Test
  void noiseIsFreshAtEachStepOrNever() {
    ScriptedRule fresh = new ScriptedRule((call, parameters) -> 1);
    ScriptedRule fixed = new ScriptedRule((call, parameters) -> call == 4 ? 1e9 : 1);
    double[] start = new double[2];
    new StochasticDescent(3, true, StochasticDescentTest::isBelow100, 7)
        .run(TEN, fresh, ONE, start, 0, 50);
    new StochasticDescent(3, false, StochasticDescentTest::isBelow100, 7)
        .run(TEN, fixed, ONE, start, 0, 20);
    assertThat(fresh.calls()).extracting(ScriptedRule.Call::seed).doesNotHaveDuplicates();
    for (int call = 0; call < 21; call++) {
      // The call after the one that led out is the second attempt.
      assertThat(fixed.calls().get(call).seed() == 7).isEqualTo(call != 5);
    }
  }

  @Test
  void otherSeedsGiveOtherOrders() {
    ScriptedRule one = new ScriptedRule((call, parameters) -> 1);
    ScriptedRule two = new ScriptedRule((call, parameters) -> 1);
    double[] start = new double[2];
    new StochasticDescent(3, true, parameters -> true, 7).run(TEN, one, ONE, start, 0, 8);
    new StochasticDescent(3, true, parameters -> true, 8).run(TEN, two, ONE, start, 0, 8);
    assertThat(one.calls())
        .extracting(ScriptedRule.Call::batch)
        .isNotEqualTo(two.calls().stream().map(ScriptedRule.Call::batch).toList());
  }

  /** Leads out, is not a number, is infinite: each is tried once more, with other noise. */
  @ParameterizedTest
  @ValueSource(doubles = {1000, -1000, Double.NaN, Double.POSITIVE_INFINITY, 1e300})
  void aStepThatLeadsOutIsTriedOnceMore(double bad) {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 1 ? bad : 1);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100).run(TEN, rule, ONE, new double[2], 0, 3);
    assertCounts(outcome, 1, 0, 0);
    assertThat(outcome.parameters()).containsExactly(-3, -3);
    assertThat(rule.calls()).hasSize(4);
    assertThat(rule.calls().get(2).batch()).isEqualTo(rule.calls().get(1).batch());
    assertThat(rule.calls().get(2).seed()).isNotEqualTo(rule.calls().get(1).seed());
    assertThat(rule.calls().get(3).batch()).isNotEqualTo(rule.calls().get(2).batch());
  }

  /** Also without bounds. */
  @Test
  void parametersNeverOverflow() {
    StepSizes large = new StepSizes(List.of(new Range(0, 1)), 1e300);
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 0 ? 1e100 : 0);
    Outcome outcome = descent(3, parameters -> true).run(TEN, rule, large, new double[2], 0, 1);
    assertCounts(outcome, 1, 0, 0);
    assertThat(outcome.parameters()).containsExactly(0, 0);
  }

  @Test
  void aBatchThatLeadsOutTwiceIsLeftOut() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 1 || call == 2 ? 1000 : 1);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100).run(TEN, rule, ONE, new double[2], 0, 3);
    assertCounts(outcome, 1, 1, 0);
    assertThat(outcome.parameters()).containsExactly(-2, -2);
    assertThat(rule.calls().get(3).batch()).isNotEqualTo(rule.calls().get(2).batch());
  }

  /**
   * Epochs of four steps. The first goes well, so its start is safe when the third begins; the
   * second leaves a batch out, so its start never is.
   */
  @Test
  void afterTenBatchesLeftOutItGoesBackToTheSafeStart() {
    // Eleven steps in twelve calls, of which one was left out; then all the others are.
    for (int steps : new int[] {20, 21, 41}) {
      ScriptedRule rule =
          new ScriptedRule((call, parameters) -> call == 5 || call == 6 || call >= 12 ? 1e9 : -1);
      Outcome outcome =
          descent(3, StochasticDescentTest::isBelow100)
              .run(TEN, rule, ONE, new double[] {20, 20}, 0, steps);
      int left = steps - 10;
      assertCounts(outcome, left, left, (left - 1) / 10);
      assertThat(outcome.parameters()[0]).isEqualTo(steps == 20 ? 30 : 20);
    }
  }

  /** What is safe is the start of the latest epoch that left nothing out. */
  @Test
  void safeParametersFollow() {
    // The third epoch fails at its second step; starts of epochs are 0, 4, 8, 11, 15.
    double[] safe = {0, 0, 4, 4, 11, 15};
    for (int epoch = 0; epoch < safe.length; epoch++) {
      int last = 4 * (epoch + 1) + (epoch > 1 ? 1 : 0);
      ScriptedRule rule =
          new ScriptedRule(
              (call, parameters) -> call == 9 || call == 10 || call >= last - 1 ? 1e9 : -1);
      Outcome outcome =
          descent(3, StochasticDescentTest::isBelow100)
              .run(TEN, rule, ONE, new double[2], 0, 4 * epoch + 3 + 10);
      assertThat(outcome.returns()).as("epoch " + epoch).isEqualTo(1);
      assertThat(outcome.parameters()[0]).as("epoch " + epoch).isEqualTo(safe[epoch]);
    }
  }

  /** A start in the middle of an epoch counts as safe. */
  @Test
  void aNewStartIsSafe() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call < 1 ? -1 : 1e9);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100)
            .run(TEN, rule, ONE, new double[] {9, 9}, 6, 11);
    assertThat(outcome.returns()).isEqualTo(1);
    assertThat(outcome.parameters()).containsExactly(9, 9);
  }

  /** Whatever the rule, with steps that are far too large. */
  @ParameterizedTest
  @MethodSource("rules")
  void neverLeavesTheRegion(Supplier<GradientRule> rules) {
    LeastSquares objective = LeastSquares.random(2, 9, 3, 3);
    Predicate<double[]> box =
        parameters -> Math.abs(parameters[0]) <= 1 && Math.abs(parameters[2]) <= 0.5;
    StepSizes sizes = new StepSizes(List.of(new Range(0, 2), new Range(2, 3)), 0.3, 0.2);
    GradientRule rule = rules.get();
    double[] at = new double[3];
    int retries = 0;
    for (int step = 0; step < 300; step++) {
      Outcome outcome = descent(2, box).run(objective, rule, sizes, at, step, 1);
      at = outcome.parameters();
      assertThat(box.test(at)).isTrue();
      assertThat(outcome.skipped()).isLessThanOrEqualTo(outcome.retries());
      retries += outcome.retries();
    }
    assertThat(retries).isPositive();
  }

  /** From parameters, the number of the step and the rule's memory alone. */
  @ParameterizedTest
  @MethodSource("rules")
  void goesOnBitForBit(Supplier<GradientRule> rules) {
    LeastSquares objective = LeastSquares.random(3, 7, 3, 3);
    StepSizes sizes = new StepSizes(List.of(new Range(0, 3)), 0.001);
    for (boolean fresh : new boolean[] {true, false}) {
      StochasticDescent descent = new StochasticDescent(2, fresh, parameters -> true, 5);
      Outcome whole = descent.run(objective, rules.get(), sizes, new double[3], 0, 60);
      for (int stop : new int[] {0, 1, 3, 4, 5, 27, 59, 60}) {
        GradientRule first = rules.get();
        Outcome begun = descent.run(objective, first, sizes, new double[3], 0, stop);
        GradientRule second = rules.get();
        second.restore(first.memory());
        Outcome rest = descent.run(objective, second, sizes, begun.parameters(), stop, 60 - stop);
        assertThat(rest.parameters()).isEqualTo(whole.parameters());
      }
    }
  }

  @Test
  void comesNearTheOptimum() {
    LeastSquares objective = LeastSquares.random(4, 30, 3, 0);
    StepSizes sizes = new StepSizes(List.of(new Range(0, 3)), 2e-4);
    Outcome outcome =
        descent(5, parameters -> true)
            .run(objective, new PlainGradient(), sizes, new double[] {5, 5, 5}, 0, 5000);
    assertClose("optimum", outcome.parameters(), objective.optimum(), 0.1);
  }

  @Test
  void aStartOutsideOfTheRegionIsRejected() {
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    for (double bad : new double[] {101, Double.NaN}) {
      double[] out = {bad, 0};
      assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, out, 0, 1), "param");
    }
  }

  @Test
  void argumentsAreChecked() {
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    double[] two = new double[2];
    assertRejected(
        () -> descent(0, StochasticDescentTest::isBelow100), "batchSize must be at least 1, was 0");
    assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, two, 0, -1), "steps");
    assertRejected(
        () -> descent.run(TEN, new PlainGradient(), ONE, new double[3], 0, 1),
        "parameters must have length");
    assertRejected(
        () -> descent.run(TEN, new PlainGradient(), ONE, two, -1, 1),
        "firstStep must not be negative, was -1");
  }

  private static void assertRejected(Runnable call, String message) {
    assertRefused(call::run, message);
  }
}
