package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.core.Tolerances.differences;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.math.Parallel;
import org.junit.jupiter.api.Test;

/** What every {@link StochasticObjective} promises. */
public interface StochasticObjectiveContract {
  /** An objective of at least two members, and so few parameters that each can be varied. */
  StochasticObjective objective(Parallel parallel);

  /** A value and its gradient. */
  record Evaluation(double value, double[] gradient) {
    public static Evaluation of(StochasticObjective objective, double[] at, int... batch) {
      double[] gradient = filled(at.length, Double.NaN);
      return new Evaluation(objective.valueAndGradient(at, batch, 7, gradient), gradient);
    }

    public void assertSameAs(Evaluation expected) {
      assertThat(value).isEqualTo(expected.value);
      assertThat(gradient).isEqualTo(expected.gradient);
    }

    void assertCloseTo(String what, double expectedValue, double[] expectedGradient) {
      assertClose(what, value, expectedValue, ROUNDING);
      assertClose(what, gradient, expectedGradient, ROUNDING);
    }
  }

  @Test
  default void gradientIsTheDerivativeOfTheValue() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 1);
    for (int[] batch : new int[][] {everyMember(objective), {1}}) {
      double[] gradient = Evaluation.of(objective, at, batch).gradient();
      double[] expected = differences(at, () -> Evaluation.of(objective, at, batch).value());
      assertClose("gradient", gradient, expected, FINITE_DIFFERENCE);
    }
  }

  @Test
  default void argumentsAreNotModified() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 2);
    double[] copy = at.clone();
    int[] batch = {1, 0};
    Evaluation.of(objective, at, batch);
    assertThat(at).isEqualTo(copy);
    assertThat(batch).containsExactly(1, 0);
  }

  /** Each evaluation stands for itself: what was evaluated before does not matter. */
  @Test
  default void isPureInItsArguments() {
    StochasticObjective objective = onOneThread();
    int[] all = everyMember(objective);
    double[] here = point(objective, 3);
    double[] there = point(objective, 4);
    Evaluation whole = Evaluation.of(objective, here, all);
    Evaluation first = Evaluation.of(objective, here, 0);
    Evaluation second = Evaluation.of(objective, there, 1);
    Evaluation.of(objective, here, all).assertSameAs(whole);
    Evaluation.of(objective, there, 1).assertSameAs(second);
    Evaluation.of(objective, here, 0).assertSameAs(first);
    Evaluation.of(objective, there, all);
    Evaluation.of(objective, here, all).assertSameAs(whole);
  }

  /**
   * Batches that share the members out, of one each or the last shorter than the others: each
   * counts by its size.
   */
  @Test
  default void batchesAverageToTheWholeByTheirSize() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 6);
    int[] all = everyMember(objective);
    for (int size : new int[] {1, all.length / 2 + 1}) {
      double value = 0;
      double[] gradient = new double[at.length];
      for (int from = 0; from < all.length; from += size) {
        int[] batch = Arrays.copyOfRange(all, from, Math.min(all.length, from + size));
        double share = (double) batch.length / all.length;
        Evaluation part = Evaluation.of(objective, at, batch);
        value += share * part.value();
        gradient = sum(gradient, share, part.gradient());
      }
      Evaluation.of(objective, at, all).assertCloseTo("whole", value, gradient);
    }
  }

  @Test
  default void orderOfABatchDoesNotMatter() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 7);
    int[] all = everyMember(objective);
    int[] reversed = IntStream.range(0, all.length).map(i -> all.length - 1 - i).toArray();
    Evaluation whole = Evaluation.of(objective, at, all);
    Evaluation.of(objective, at, reversed)
        .assertCloseTo("reversed", whole.value(), whole.gradient());
  }

  @Test
  default void sameValueOnAnyNumberOfThreads() {
    Evaluation one = null;
    for (int threads : new int[] {1, 4}) {
      try (Parallel parallel = new Parallel(threads)) {
        StochasticObjective objective = objective(parallel);
        Evaluation evaluation =
            Evaluation.of(objective, point(objective, 8), everyMember(objective));
        one = one == null ? evaluation : one;
        evaluation.assertSameAs(one);
      }
    }
  }

  @Test
  default void parametersOfTheWrongLengthAreRejected() {
    StochasticObjective objective = onOneThread();
    double[] tooFew = new double[objective.parameterCount() - 1];
    assertRefused(
        () -> Evaluation.of(objective, tooFew, 0),
        "parameters must have length " + (tooFew.length + 1),
        "had " + tooFew.length);
  }

  @Test
  default void batchesThatAreNoneAreRejected() {
    StochasticObjective objective = onOneThread();
    double[] at = point(objective, 9);
    assertRefused(() -> Evaluation.of(objective, at), "batch");
    assertRefused(() -> Evaluation.of(objective, at, 0, 1, 0), "batch");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> Evaluation.of(objective, at, objective.size()),
        "batch");
  }

  /** The objective on the calling thread, so that there is nothing to close. */
  private StochasticObjective onOneThread() {
    return objective(new Parallel(1));
  }

  static double[] point(StochasticObjective objective, long seed) {
    return new Draws(seed).normals(objective.parameterCount(), 0.7);
  }

  static int[] everyMember(StochasticObjective objective) {
    assertThat(objective.size()).isGreaterThan(1);
    return IntStream.range(0, objective.size()).toArray();
  }
}
