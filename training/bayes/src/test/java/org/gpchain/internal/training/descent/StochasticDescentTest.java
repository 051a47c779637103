package org.gpchain.internal.training.descent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.gpchain.internal.training.descent.ScriptedObjective.Call;
import org.gpchain.internal.training.descent.StochasticDescent.Batches;
import org.gpchain.internal.training.descent.StochasticDescent.Outcome;
import org.gpchain.internal.training.descent.StochasticDescent.Steps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StochasticDescentTest {
  private static final double[] ONE = {1, 1};

  private static boolean isBelow100(double[] parameters) {
    return Math.abs(parameters[0]) <= 100;
  }

  private static StochasticDescent descent(boolean freshNoise, long seed) {
    return new StochasticDescent(3, freshNoise, StochasticDescentTest::isBelow100, seed);
  }

  /** Runs steps with batches of three members, four for each epoch, from two equal parameters. */
  private static Outcome run(ScriptedObjective objective, double start, long firstStep, int steps) {
    return descent(true, 7)
        .run(
            objective,
            new SagaGradient(),
            ONE,
            new double[] {start, start},
            new Steps(firstStep, steps));
  }

  private static void assertOutcome(
      Outcome outcome, double parameters, int retries, int skipped, int returns) {
    assertThat(outcome.parameters()).containsExactly(parameters, parameters);
    assertThat(List.of(outcome.retries(), outcome.skipped(), outcome.returns()))
        .containsExactly(retries, skipped, returns);
  }

  /** The first step of SAGA evaluates all members, later steps evaluate a batch. */
  @Test
  void eachStepTakesOneBatchOfTheEpoch() {
    ScriptedObjective objective = ScriptedObjective.ofTen(call -> 1);
    assertOutcome(run(objective, 0, 0, 12), -12, 0, 0, 0);
    for (int epoch = 1; epoch < 3; epoch++) {
      assertThat(objective.calls().subList(4 * epoch, 4 * epoch + 4))
          .flatExtracting(Call::batch)
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
    assertThat(objective.calls()).extracting(call -> call.batch().size()).startsWith(10, 3, 3, 1);
    assertThat(objective.calls()).extracting(Call::seed).doesNotHaveDuplicates();
  }

  @Test
  void parametersWithStepSizeZeroDoNotChange() {
    double[] start = {3, 4};
    double[] sizes = {0, 0.5};
    ScriptedObjective objective = ScriptedObjective.ofTen(call -> 1);
    Outcome outcome =
        descent(true, 7).run(objective, new SagaGradient(), sizes, start, new Steps(0, 2));
    assertThat(outcome.parameters()).containsExactly(3, 3);
    assertThat(start).containsExactly(3, 4);
  }

  @Test
  void noStepsChangeNothing() {
    assertOutcome(run(ScriptedObjective.ofTen(call -> 1), 1, 5, 0), 1, 0, 0, 0);
  }

  @Test
  void fixedNoiseUsesTheSeedInAllSteps() {
    ScriptedObjective objective = ScriptedObjective.ofTen(call -> call == 4 ? 1e9 : 1);
    descent(false, 7).run(objective, new SagaGradient(), ONE, new double[2], new Steps(0, 20));
    for (int call = 0; call < 21; call++) {
      // Call 5 is the second attempt of a step that had left the region.
      assertThat(objective.calls().get(call).seed() == 7).isEqualTo(call != 5);
    }
  }

  /** A step is repeated with other noise if it leaves the region or is not finite. */
  @ParameterizedTest
  @ValueSource(doubles = {1000, -1000, Double.NaN, Double.POSITIVE_INFINITY, 1e300})
  void failedStepIsRepeatedOnce(double bad) {
    ScriptedObjective objective = ScriptedObjective.ofTen(call -> call == 1 ? bad : 1);
    assertOutcome(run(objective, 0, 0, 3), -3, 1, 0, 0);
    List<Call> calls = objective.calls();
    assertThat(calls).hasSize(4);
    assertThat(calls.get(2).batch()).isEqualTo(calls.get(1).batch());
    assertThat(calls.get(2).seed()).isNotEqualTo(calls.get(1).seed());
    assertThat(calls.get(3).batch()).isNotEqualTo(calls.get(2).batch());
  }

  @Test
  void parametersNeverOverflow() {
    ScriptedObjective objective = ScriptedObjective.ofTen(call -> call == 0 ? 1e100 : 0);
    Outcome outcome =
        new StochasticDescent(3, true, parameters -> true, 7)
            .run(
                objective,
                new SagaGradient(),
                new double[] {1e300, 0},
                new double[2],
                new Steps(0, 1));
    assertOutcome(outcome, 0, 1, 0, 0);
  }

  @Test
  void batchThatFailsTwiceIsSkipped() {
    ScriptedObjective objective =
        ScriptedObjective.ofTen(call -> call == 1 || call == 2 ? 1000 : 1);
    assertOutcome(run(objective, 0, 0, 3), -2, 1, 1, 0);
    assertThat(objective.calls().get(3).batch()).isNotEqualTo(objective.calls().get(2).batch());
  }

  /**
   * An epoch has four steps. The first epoch succeeds, so that its start is safe once the third
   * begins. The second epoch skips a batch, so that its start never becomes safe.
   */
  @Test
  void tenSkippedBatchesLeadBackToTheSafeStart() {
    // The first eleven steps need twelve calls and skip a batch. All later steps fail.
    IntToDoubleFunction gradient = call -> call == 5 || call == 6 || call >= 12 ? 1e9 : -1;
    for (int steps : new int[] {20, 21, 41}) {
      int left = steps - 10;
      assertOutcome(
          run(ScriptedObjective.ofTen(gradient), 20, 0, steps),
          steps == 20 ? 30 : 20,
          left,
          left,
          (left - 1) / 10);
    }
  }

  /** The safe parameters are the start of the last epoch that skipped no batch. */
  @Test
  void safeParametersAreUpdated() {
    // The third epoch skips its second batch. The epochs start at 0, 4, 8, 11 and 15.
    double[] safe = {0, 0, 4, 4, 11, 15};
    for (int epoch = 0; epoch < safe.length; epoch++) {
      int last = 4 * (epoch + 1) + (epoch > 1 ? 1 : 0);
      ScriptedObjective objective =
          ScriptedObjective.ofTen(call -> call == 9 || call == 10 || call >= last - 1 ? 1e9 : -1);
      Outcome outcome = run(objective, 0, 0, 4 * epoch + 3 + 10);
      assertThat(outcome.returns()).as("epoch " + epoch).isEqualTo(1);
      assertThat(outcome.parameters()[0]).as("epoch " + epoch).isEqualTo(safe[epoch]);
    }
  }

  /** The initial parameters are safe, even in the middle of an epoch. */
  @Test
  void initialParametersAreSafe() {
    Outcome outcome = run(ScriptedObjective.ofTen(call -> call < 1 ? -1 : 1e9), 9, 6, 11);
    assertOutcome(outcome, 9, 10, 10, 1);
  }

  /** The steps are far too large. */
  @Test
  void neverLeavesTheRegion() {
    LeastSquares objective = LeastSquares.random(2, 9, 3, 3);
    Predicate<double[]> box =
        parameters -> Math.abs(parameters[0]) <= 1 && Math.abs(parameters[2]) <= 0.5;
    StochasticDescent descent = new StochasticDescent(2, true, box, 7);
    SagaGradient saga = new SagaGradient();
    double[] at = new double[3];
    int retries = 0;
    for (int step = 0; step < 300; step++) {
      Outcome outcome =
          descent.run(objective, saga, new double[] {0.3, 0.3, 0.2}, at, new Steps(step, 1));
      at = outcome.parameters();
      assertThat(box.test(at)).isTrue();
      assertThat(outcome.skipped()).isLessThanOrEqualTo(outcome.retries());
      retries += outcome.retries();
    }

    assertThat(retries).isPositive();
  }

  /** A run continues from the parameters, the number of the step and the table. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void continuedRunsHaveTheSameResult(boolean fresh) {
    LeastSquares objective = LeastSquares.random(3, 7, 3, 3);
    double[] sizes = {0.001, 0.001, 0.001};
    StochasticDescent descent = new StochasticDescent(2, fresh, parameters -> true, 5);
    Outcome whole =
        descent.run(objective, new SagaGradient(), sizes, new double[3], new Steps(0, 60));
    for (int stop : new int[] {0, 1, 3, 4, 5, 27, 59, 60}) {
      SagaGradient saga = new SagaGradient();
      Outcome interrupted = descent.run(objective, saga, sizes, new double[3], new Steps(0, stop));
      Outcome continued =
          descent.run(objective, saga, sizes, interrupted.parameters(), new Steps(stop, 60 - stop));
      assertThat(continued.parameters()).isEqualTo(whole.parameters());
    }
  }

  @Test
  void argumentsAreChecked() {
    ScriptedObjective ten = ScriptedObjective.ofTen(call -> 1);
    for (double bad : new double[] {101, Double.NaN}) {
      assertRefused(() -> run(ten, bad, 0, 1), "parameters must be finite and within the region");
    }

    assertRefused(
        () -> new StochasticDescent(0, true, parameters -> true, 1),
        "batchSize must be at least 1, was 0");
    assertRefused(() -> run(ten, 0, 0, -1), "steps");
    assertRefused(() -> run(ten, 0, -1, 1), "firstStep must not be negative, was -1");
    assertRefused(
        () -> descent(true, 1).run(ten, new SagaGradient(), ONE, new double[3], new Steps(0, 1)),
        "parameters must have length");

    for (double[] sizes : new double[][] {{1}, {1, -1}, {Double.NaN, 1}, {1, 1.0 / 0}}) {
      assertRefused(
          () ->
              descent(true, 1).run(ten, new SagaGradient(), sizes, new double[2], new Steps(0, 1)),
          "step size");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 1", "7, 1, 7, 1", "7, 3, 3, 1", "6, 3, 2, 3", "7, 7, 1, 7", "7, 9, 1, 7"})
  void everyEpochVisitsEachMemberOnce(int members, int size, int perEpoch, int last) {
    Batches batches = new Batches(members, size, 1);
    assertThat(batches.perEpoch()).isEqualTo(perEpoch);

    for (int epoch = 0; epoch < 3; epoch++) {
      int[][] visited = new int[perEpoch][];
      for (int i = 0; i < perEpoch; i++) {
        long step = (long) epoch * perEpoch + i;
        visited[i] = batches.at(step);
        assertThat(batches.beginsEpoch(step)).isEqualTo(i == 0);
        assertThat(visited[i]).hasSize(i + 1 < perEpoch ? size : last);
      }
      assertThat(IntStream.range(0, perEpoch).flatMap(i -> IntStream.of(visited[i])).sorted())
          .containsExactlyElementsOf(IntStream.range(0, members).boxed().toList());
    }
  }

  @Test
  void batchDependsOnlyOnTheStep() {
    Batches forward = new Batches(10, 3, 5);
    int[][] expected = IntStream.range(0, 40).mapToObj(forward::at).toArray(int[][]::new);
    for (int step = 39; step >= 0; step--) {
      assertThat(new Batches(10, 3, 5).at(step)).isEqualTo(expected[step]);
      // The caller may modify a batch.
      forward.at(step)[0] = -1;
      assertThat(forward.at(step)).isEqualTo(expected[step]);
    }
  }

  /** Adjacent epochs and seeds have different orders, also for steps above the range of an int. */
  @Test
  void epochsAndSeedsHaveDifferentOrders() {
    Set<List<Integer>> orders = new HashSet<>();
    for (long seed = 0; seed < 10; seed++) {
      Batches batches = new Batches(20, 20, seed);
      for (long step = 0; step < 10; step++) {
        orders.add(IntStream.of(batches.at(step)).boxed().toList());
        orders.add(IntStream.of(batches.at(step + (1L << 40))).boxed().toList());
      }
    }
    assertThat(orders).hasSize(200);
  }

  /** Each member is equally often the first one. */
  @Test
  void ordersAreUniform() {
    int[] count = new int[5];
    Batches batches = new Batches(5, 5, 1);
    for (int epoch = 0; epoch < 5000; epoch++) {
      count[batches.at(epoch)[0]]++;
    }
    for (int occurrences : count) {
      assertThat(occurrences).isBetween(880, 1120);
    }
  }
}
