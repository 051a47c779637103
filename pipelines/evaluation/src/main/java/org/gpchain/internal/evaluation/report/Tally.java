package org.gpchain.internal.evaluation.report;

import java.util.Arrays;

/**
 * Counts events, beside the distribution that their number has if each of them happens with the
 * probability that it is said to have, independently (Poisson-binomial). That is computed by
 * convolution: with one more event of probability p, {@code P'(k) = (1 − p) P(k) + p P(k − 1)}.
 * Numbers at the ends with a probability below 1e-18 are left out, so that a step costs some
 * standard deviations instead of the number of events.
 */
final class Tally {
  private static final double NEGLIGIBLE = 1e-18;

  /** Probability below the interval of chance, and above it. */
  private static final double TAIL = 0.025;

  private int count;
  private int happened;
  private double expected;
  private double[] mass = {1};
  private int first;
  private int size = 1;

  /**
   * What was counted.
   *
   * @param low the largest number with a probability of at most 2.5 % of a smaller one: chance
   *     alone stays between {@code low} and {@code high} with a probability of at least 95 %
   * @param high the smallest number with a probability of at most 2.5 % of a larger one
   */
  record Counts(int count, int happened, double expected, int low, int high) {
    /** A number of events as a share of the possible ones. */
    double share(double number) {
      return number / count;
    }

    boolean isWithinChance() {
      return happened >= low && happened <= high;
    }
  }

  /**
   * Adds a possible event.
   *
   * @param probability of it; rounding errors below 0 or above 1 are cut off
   */
  void add(double probability, boolean happens) {
    double p = Math.max(0, Math.min(1, probability));
    count++;
    happened += happens ? 1 : 0;
    expected += p;
    if (p == 1) {
      first++;
    } else if (p > 0) {
      convolve(p);
    }
  }

  private void convolve(double p) {
    if (size == mass.length) {
      mass = Arrays.copyOf(mass, 2 * size);
    }
    mass[size] = p * mass[size - 1];
    for (int i = size - 1; i > 0; i--) {
      mass[i] = (1 - p) * mass[i] + p * mass[i - 1];
    }
    mass[0] *= 1 - p;
    size++;
    while (mass[size - 1] < NEGLIGIBLE) {
      size--;
    }
    int empty = 0;
    while (mass[empty] < NEGLIGIBLE) {
      empty++;
    }
    size -= empty;
    first += empty;
    System.arraycopy(mass, empty, mass, 0, size);
  }

  /** What was counted so far. */
  Counts counts() {
    int low = 0;
    for (double below = mass[0]; below <= TAIL; below += mass[low]) {
      low++;
    }
    int high = size - 1;
    for (double above = mass[high]; above <= TAIL; above += mass[high]) {
      high--;
    }
    return new Counts(count, happened, expected, first + low, first + high);
  }
}
