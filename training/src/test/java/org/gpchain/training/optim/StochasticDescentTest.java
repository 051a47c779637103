package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.StepSizes.Range;
import org.gpchain.training.optim.StochasticDescent.Outcome;
import org.gpchain.training.optim.StochasticDescent.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of stochastic descent, and how it recovers. */
class StochasticDescentTest {
  private static final LeastSquares TEN = LeastSquares.random(1, 10, 2, 0.5);
  private static final StepSizes ONE = StepSizes.of(List.of(new Range(0, 2)), 1);

  private static boolean isBelow100(double[] parameters) {
    return Math.abs(parameters[0]) <= 100;
  }

  private static StochasticDescent descent(int batchSize, Predicate<double[]> region) {
    return new StochasticDescent(batchSize, true, region, 7);
  }

  private static void assertSame(State actual, State expected) {
    assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
  }

  private static void assertCounts(Outcome outcome, int taken, int retries, int skipped) {
    assertThat(List.of(outcome.taken(), outcome.retries(), outcome.skipped()))
        .containsExactly(taken, retries, skipped);
  }

  static Stream<Supplier<GradientRule>> rules() {
    return Stream.of(PlainGradient::new, AdamGradient::new, SagaGradient::new);
  }

  @Test
  void eachStepTakesOneBatchOfTheEpoch() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> 1);
    StochasticDescent descent = descent(3, parameters -> true);
    assertThat(descent.stepsPerEpoch(TEN)).isEqualTo(4);
    Outcome outcome = descent.run(TEN, rule, ONE, State.start(new double[2], 0), 8);
    assertThat(outcome.state().parameters()).containsExactly(-8, -8);
    assertThat(outcome.state().step()).isEqualTo(8);
    assertCounts(outcome, 8, 0, 0);
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
    StepSizes second = StepSizes.of(List.of(new Range(1, 2)), 0.5);
    double[] start = {3, 4};
    Outcome outcome =
        descent(3, parameters -> true).run(TEN, rule, second, State.start(start, 0), 2);
    assertThat(outcome.state().parameters()).containsExactly(3, 3);
    assertThat(start).containsExactly(3, 4);
  }

  @Test
  void noStepsChangeNothing() {
    State start = State.start(new double[] {1, 2}, 5);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100).run(TEN, new PlainGradient(), ONE, start, 0);
    assertSame(outcome.state(), start);
    assertCounts(outcome, 0, 0, 0);
  }

  @Test
  void noiseIsFreshAtEachStepOrNever() {
    ScriptedRule fresh = new ScriptedRule((call, parameters) -> 1);
    ScriptedRule fixed = new ScriptedRule((call, parameters) -> call == 4 ? 1e9 : 1);
    State start = State.start(new double[2], 0);
    new StochasticDescent(3, true, StochasticDescentTest::isBelow100, 7)
        .run(TEN, fresh, ONE, start, 50);
    new StochasticDescent(3, false, StochasticDescentTest::isBelow100, 7)
        .run(TEN, fixed, ONE, start, 20);
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
    State start = State.start(new double[2], 0);
    new StochasticDescent(3, true, parameters -> true, 7).run(TEN, one, ONE, start, 8);
    new StochasticDescent(3, true, parameters -> true, 8).run(TEN, two, ONE, start, 8);
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
        descent(3, StochasticDescentTest::isBelow100)
            .run(TEN, rule, ONE, State.start(new double[2], 0), 3);
    assertCounts(outcome, 3, 1, 0);
    assertThat(outcome.state().parameters()).containsExactly(-3, -3);
    assertThat(outcome.state().epochFailed()).isFalse();
    assertThat(rule.calls()).hasSize(4);
    assertThat(rule.calls().get(2).batch()).isEqualTo(rule.calls().get(1).batch());
    assertThat(rule.calls().get(2).seed()).isNotEqualTo(rule.calls().get(1).seed());
    assertThat(rule.calls().get(3).batch()).isNotEqualTo(rule.calls().get(2).batch());
  }

  /** Also without bounds. */
  @Test
  void parametersNeverOverflow() {
    StepSizes large = StepSizes.of(List.of(new Range(0, 1)), 1e300);
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 0 ? 1e100 : 0);
    Outcome outcome =
        descent(3, parameters -> true).run(TEN, rule, large, State.start(new double[2], 0), 1);
    assertCounts(outcome, 1, 1, 0);
    assertThat(outcome.state().parameters()).containsExactly(0, 0);
  }

  @Test
  void aBatchThatLeadsOutTwiceIsLeftOut() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 1 || call == 2 ? 1000 : 1);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100)
            .run(TEN, rule, ONE, State.start(new double[2], 0), 3);
    assertCounts(outcome, 2, 1, 1);
    assertThat(outcome.returns()).isZero();
    assertThat(outcome.state().parameters()).containsExactly(-2, -2);
    assertThat(outcome.state().step()).isEqualTo(3);
    assertThat(outcome.state().epochFailed()).isTrue();
    assertThat(outcome.state().failures()).isZero();
    assertThat(rule.calls().get(3).batch()).isNotEqualTo(rule.calls().get(2).batch());
  }

  /**
   * Epochs of four steps. The first goes well, so its start is safe when the third begins; the
   * second leaves a batch out, so its start never is.
   */
  @Test
  void afterTenBatchesLeftOutItGoesBackToTheSafeStart() {
    ScriptedRule rule =
        new ScriptedRule((call, parameters) -> call == 5 || call == 6 || call >= 12 ? 1e9 : -1);
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    State start = State.start(new double[] {20, 20}, 0);
    Outcome before = descent.run(TEN, rule, ONE, start, 11 + 9);
    // Eleven steps in twelve calls, of which one was left out; then nine more are.
    assertCounts(before, 10, 10, 10);
    assertThat(before.returns()).isZero();
    assertThat(before.state().parameters()[0]).isEqualTo(30);
    assertThat(before.state().failures()).isEqualTo(9);
    Outcome after = descent.run(TEN, rule, ONE, before.state(), 1);
    assertCounts(after, 0, 1, 1);
    assertThat(after.returns()).isEqualTo(1);
    assertThat(after.state().parameters()).containsExactly(20, 20);
    assertThat(after.state().failures()).isZero();
    assertThat(after.state().step()).isEqualTo(21);
    Outcome again = descent.run(TEN, rule, ONE, after.state(), 20);
    assertThat(again.returns()).isEqualTo(2);
    assertThat(again.state().parameters()).containsExactly(20, 20);
  }

  /** What is safe is the start of the latest epoch that left nothing out. */
  @Test
  void safeParametersFollow() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call == 9 || call == 10 ? 1e9 : -1);
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    State state = State.start(new double[2], 0);
    // The third epoch fails at its second step; starts of epochs are 0, 4, 8, 11, 15.
    double[] safe = {0, 0, 4, 4, 11, 15};
    for (int epoch = 0; epoch < safe.length; epoch++) {
      state = descent.run(TEN, rule, ONE, state, 4).state();
      assertThat(state.safe()[0]).as("epoch " + epoch).isEqualTo(safe[epoch]);
    }
  }

  /** A start in the middle of an epoch counts as safe. */
  @Test
  void aNewStartIsSafe() {
    ScriptedRule rule = new ScriptedRule((call, parameters) -> call < 1 ? -1 : 1e9);
    Outcome outcome =
        descent(3, StochasticDescentTest::isBelow100)
            .run(TEN, rule, ONE, State.start(new double[] {9, 9}, 6), 11);
    assertThat(outcome.returns()).isEqualTo(1);
    assertThat(outcome.state().parameters()).containsExactly(9, 9);
  }

  /** Whatever the rule, with steps that are far too large. */
  @ParameterizedTest
  @MethodSource("rules")
  void neverLeavesTheRegion(Supplier<GradientRule> rules) {
    LeastSquares objective = LeastSquares.random(2, 9, 3, 3);
    Predicate<double[]> box =
        parameters -> Math.abs(parameters[0]) <= 1 && Math.abs(parameters[2]) <= 0.5;
    StepSizes sizes = StepSizes.of(List.of(new Range(0, 2), new Range(2, 3)), 0.3, 0.2);
    StochasticDescent descent = descent(2, box);
    GradientRule rule = rules.get();
    State state = State.start(new double[3], 0);
    int retries = 0;
    for (int step = 0; step < 300; step++) {
      Outcome outcome = descent.run(objective, rule, sizes, state, 1);
      state = outcome.state();
      assertThat(box.test(state.parameters())).isTrue();
      assertThat(outcome.taken() + outcome.skipped()).isEqualTo(1);
      assertThat(outcome.skipped()).isLessThanOrEqualTo(outcome.retries());
      retries += outcome.retries();
    }
    assertThat(retries).isPositive();
  }

  /** From the state and the rule's memory alone, wherever it was stopped, failures included. */
  @ParameterizedTest
  @MethodSource("rules")
  void goesOnBitForBit(Supplier<GradientRule> rules) {
    LeastSquares objective = LeastSquares.random(3, 7, 3, 3);
    Predicate<double[]> box = parameters -> Math.abs(parameters[0]) <= 0.1;
    StepSizes sizes = StepSizes.of(List.of(new Range(0, 3)), 0.05);
    State start = State.start(new double[3], 0);
    for (boolean fresh : new boolean[] {true, false}) {
      StochasticDescent descent = new StochasticDescent(2, fresh, box, 5);
      Outcome whole = descent.run(objective, rules.get(), sizes, start, 60);
      assertThat(whole.taken()).isPositive();
      assertThat(whole.skipped()).isPositive();
      for (int stop : new int[] {0, 1, 3, 4, 5, 27, 59, 60}) {
        GradientRule first = rules.get();
        Outcome begun = descent.run(objective, first, sizes, start, stop);
        GradientRule second = rules.get();
        second.restore(first.memory());
        Outcome rest =
            new StochasticDescent(2, fresh, box, 5)
                .run(objective, second, sizes, begun.state(), 60 - stop);
        assertSame(rest.state(), whole.state());
        assertCounts(
            whole,
            begun.taken() + rest.taken(),
            begun.retries() + rest.retries(),
            begun.skipped() + rest.skipped());
        assertThat(begun.returns() + rest.returns()).isEqualTo(whole.returns());
      }
    }
  }

  @Test
  void comesNearTheOptimum() {
    LeastSquares objective = LeastSquares.random(4, 30, 3, 0);
    StepSizes sizes = StepSizes.of(List.of(new Range(0, 3)), 2e-4);
    Outcome outcome =
        descent(5, parameters -> true)
            .run(
                objective,
                new PlainGradient(),
                sizes,
                State.start(new double[] {5, 5, 5}, 0),
                5000);
    assertClose("optimum", outcome.state().parameters(), objective.optimum(), 0.1);
  }

  @Test
  void aStartOutsideOfTheRegionIsRejected() {
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    for (double bad : new double[] {101, Double.NaN}) {
      double[] out = {bad, 0};
      double[] in = {0, 0};
      State badParameters = new State(out, in, in, 0, false, 0);
      State badEpochStart = new State(in, out, in, 0, false, 0);
      State badSafe = new State(in, in, out, 0, false, 0);
      assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, badParameters, 1), "param");
      assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, badEpochStart, 1), "epoch");
      assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, badSafe, 1), "safe");
    }
  }

  @Test
  void argumentsAreChecked() {
    StochasticDescent descent = descent(3, StochasticDescentTest::isBelow100);
    State two = State.start(new double[2], 0);
    assertRejected(
        () -> descent(0, StochasticDescentTest::isBelow100), "batchSize must be at least 1, was 0");
    assertRejected(() -> descent.run(TEN, new PlainGradient(), ONE, two, -1), "steps");
    State three = State.start(new double[3], 0);
    assertRejected(
        () -> descent.run(TEN, new PlainGradient(), ONE, three, 1), "parameters must have length");
    assertRejected(() -> State.start(new double[2], -1), "step must not be negative, was -1");
    double[] one = {1};
    assertRejected(() -> new State(one, new double[2], one, 0, false, 0), "epochStart");
    assertRejected(() -> new State(one, one, new double[2], 0, false, 0), "safe");
    assertThatThrownBy(() -> new State(one, one, one, 0, false, 10))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageStartingWith("failures");
  }

  private static void assertRejected(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
