package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.training.optim.StochasticDescent.Batches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link GradientRule} promises. */
public interface GradientRuleContract {
  /** A rule that remembers nothing yet. */
  GradientRule rule();

  /** Its direction, written over what is not a number. */
  static double[] direction(
      GradientRule rule, MemberwiseObjective objective, double[] at, long seed, int... batch) {
    double[] direction = new double[objective.parameterCount()];
    Arrays.fill(direction, Double.NaN);
    rule.direction(objective, at, batch, seed, direction);
    return direction;
  }

  /** A few steps, from each place to another, with batches of 1, 2 and all members. */
  static void warmUp(GradientRule rule, MemberwiseObjective objective, Draws draws) {
    int[] all = new int[objective.size()];
    Arrays.setAll(all, n -> n);
    for (int step = 0; step < 5; step++) {
      double[] at = draws.normals(objective.parameterCount(), 1);
      int first = draws.index(all.length - 1);
      direction(rule, objective, at, step, first);
      direction(rule, objective, at, step, first + 1, first);
    }
    direction(rule, objective, draws.normals(objective.parameterCount(), 1), 9, all);
  }

  /** Whether the rule is fresh or has a past, and whatever the batch. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7})
  default void argumentsAreNotModified(int batchSize) {
    LeastSquares objective = LeastSquares.random(1, 7, 4, 0.5);
    GradientRule rule = rule();
    for (int call = 0; call < 3; call++) {
      double[] at = new Draws(call).normals(4, 1);
      double[] copy = at.clone();
      int[] batch = new Batches(7, batchSize, 1).at(call);
      int[] batchCopy = batch.clone();
      assertThat(direction(rule, objective, at, call, batch)).doesNotContain(Double.NaN);
      assertThat(at).isEqualTo(copy);
      assertThat(batch).isEqualTo(batchCopy);
    }
  }

  /** After any number of steps, none included: also across the steps that come in rounds of N. */
  @Test
  default void goesOnFromItsMemoryBitForBit() {
    LeastSquares objective = LeastSquares.random(2, 5, 4, 0.5);
    Batches batches = new Batches(5, 2, 3);
    for (int stop = 0; stop < 8; stop++) {
      Draws draws = new Draws(stop);
      GradientRule rule = rule();
      for (int step = 0; step < stop; step++) {
        direction(rule, objective, draws.normals(4, 1), step, batches.at(step));
      }
      GradientRule other = rule();
      other.restore(rule.memory());
      for (int step = stop; step < stop + 12; step++) {
        double[] at = draws.normals(4, 1);
        assertThat(direction(other, objective, at, step, batches.at(step)))
            .isEqualTo(direction(rule, objective, at, step, batches.at(step)));
        assertSame(other.memory(), rule.memory());
      }
    }
  }

  /** The memory given out and the one taken back are copies. */
  @Test
  default void memoryIsNotShared() {
    LeastSquares objective = LeastSquares.random(3, 5, 4, 0.5);
    GradientRule rule = rule();
    warmUp(rule, objective, new Draws(1));
    List<double[]> before = rule.memory();
    List<double[]> spoilt = rule.memory();
    GradientRule other = rule();
    other.restore(spoilt);
    spoilt.forEach(array -> Arrays.fill(array, Double.NaN));
    assertSame(rule.memory(), before);
    assertSame(other.memory(), before);
    warmUp(rule, objective, new Draws(2));
    rule.restore(before);
    assertSame(rule.memory(), before);
  }

  /** A rule can be taken back to its beginning. */
  @Test
  default void emptyMemoryIsRestored() {
    LeastSquares objective = LeastSquares.random(4, 5, 4, 0.5);
    GradientRule rule = rule();
    List<double[]> empty = rule.memory();
    double[] at = {1, 2, -1, 0.5};
    double[] first = direction(rule, objective, at, 1, 3);
    warmUp(rule, objective, new Draws(3));
    rule.restore(empty);
    assertThat(direction(rule, objective, at, 1, 3)).isEqualTo(first);
  }

  @Test
  default void memoriesOfNoRuleAreRejected() {
    List<double[]> wrong = List.of(new double[1], new double[2], new double[3], new double[4]);
    assertRefused(() -> rule().restore(wrong), "memory");
  }

  /** A gradient that is not finite spoils nothing: neither the first one nor a later one. */
  @Test
  default void whatIsNotFiniteIsNotRemembered() {
    LeastSquares objective = LeastSquares.random(5, 5, 4, 0.5);
    GradientRule rule = rule();
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
      List<double[]> before = rule.memory();
      double[] direction = direction(rule, objective, new double[] {0, bad, 0, 1}, 1, 2, 0);
      assertThat(Vectors.isFinite(direction)).isFalse();
      assertSame(rule.memory(), before);
      warmUp(rule, objective, new Draws(4));
    }
  }

  /** At the same place, with the same past, the same direction. */
  @Test
  default void isDeterministic() {
    LeastSquares objective = LeastSquares.random(6, 6, 4, 0.5);
    GradientRule one = rule();
    GradientRule two = rule();
    warmUp(one, objective, new Draws(5));
    warmUp(two, objective, new Draws(5));
    assertSame(one.memory(), two.memory());
  }

  /** A changed objective evaluates no member, and the rule goes on with it. */
  @Test
  default void goesOnWithAChangedObjective() {
    LeastSquares objective = LeastSquares.random(7, 6, 4, 0.5);
    GradientRule rule = rule();
    LeastSquares changed = objective.withRowsOf(LeastSquares.random(8, 6, 4, 0));
    rule.objectiveChanged(changed);
    warmUp(rule, objective, new Draws(6));
    rule.objectiveChanged(changed);
    assertThat(changed.evaluated()).isZero();
    warmUp(rule, changed, new Draws(7));
    assertThat(direction(rule, changed, new double[4], 1, 0)).doesNotContain(Double.NaN);
  }

  /** Compares two memories bit for bit. */
  static void assertSame(List<double[]> actual, List<double[]> expected) {
    assertThat(actual.toArray(double[][]::new)).isDeepEqualTo(expected.toArray(double[][]::new));
  }
}
