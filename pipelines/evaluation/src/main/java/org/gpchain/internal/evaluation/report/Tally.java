package org.gpchain.internal.evaluation.report;

import java.util.Arrays;

/**
 * Counts events and computes the distribution of their number under the hypothesis that the events
 * are independent and their given probabilities are correct (Poisson-binomial distribution).
 *
 * <p>The distribution is computed by convolution: adding an event of probability p gives {@code
 * P'(k) = (1 − p) P(k) + p P(k − 1)}. Numbers k at both ends with {@code P(k) < 1e-18} are dropped,
 * so that the cost of a step is proportional to the standard deviation instead of the number of
 * events.
 */
final class Tally {
  /** Probability below which a number at either end of the distribution is dropped. */
  private static final double NEGLIGIBLE = 1e-18;

  /** Probability below the 95 % interval, and probability above it. */
  private static final double TAIL = 0.025;

  private int count;
  private int happened;
  private double expected;

  /** Probabilities of the numbers {@link #first} to {@code first + size − 1}; longer if needed. */
  private double[] mass = {1};

  private int first;
  private int size = 1;

  /**
   * Event counts with their distribution under the hypothesis.
   *
   * @param count number of possible events
   * @param happened number of events that happened
   * @param expected expected number of events that happen
   * @param low lower end of the 95 % interval: the largest number k with {@code P(X < k) ≤ 2.5 %}
   * @param high upper end of the 95 % interval: the smallest number k with {@code P(X > k) ≤ 2.5 %}
   */
  record Counts(int count, int happened, double expected, int low, int high) {
    /** Returns a number of events as a share of all possible events. */
    double share(double number) {
      return number / count;
    }

    /** Returns whether the number of events that happened is in the 95 % interval. */
    boolean isWithinChance() {
      return happened >= low && happened <= high;
    }
  }

  /**
   * Adds a possible event.
   *
   * @param probability probability of the event; clipped to [0, 1] against rounding errors
   * @param happens whether the event happened
   */
  void add(double probability, boolean happens) {
    double p = Math.max(0, Math.min(1, probability));
    count++;
    if (happens) {
      happened++;
    }
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

  /** Returns the counts so far. */
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
