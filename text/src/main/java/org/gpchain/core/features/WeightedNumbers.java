package org.gpchain.core.features;

import java.util.Arrays;

/**
 * A list of weighted numbers for each position of a sentence, such as the values of a column or the
 * tuples of a pattern. It is reusable scratch space. Not thread-safe.
 */
final class WeightedNumbers {
  /**
   * Smallest weight that is kept. A feature of this value changes a score by about a hundredth,
   * since feature weights are usually about one. Without a limit, a template of two or three cells
   * with k values each would have k² or k³ features at every token.
   */
  static final double LEAST = 0.01;

  /** Index of the first entry of each position. */
  private int[] starts = new int[64];

  /** Position of each entry. */
  private int[] entryPositions = new int[64];

  private int[] numbers = new int[64];
  private double[] weights = new double[64];
  private int positions;
  private int used;

  /** Removes all entries. */
  void clear() {
    positions = 0;
    used = 0;
  }

  /**
   * Adds an entry at the current position, unless the number is negative or the weight is less than
   * {@link #LEAST}.
   */
  void add(int number, double weight) {
    add(positions, number, weight);
  }

  /**
   * Adds an entry at a given position, under the same conditions. Lists that are filled in this way
   * have no {@link #start} of positions.
   */
  void add(int position, int number, double weight) {
    if (number < 0 || weight < LEAST) {
      return;
    }
    if (used == numbers.length) {
      entryPositions = Arrays.copyOf(entryPositions, 2 * used);
      numbers = Arrays.copyOf(numbers, 2 * used);
      weights = Arrays.copyOf(weights, 2 * used);
    }
    entryPositions[used] = position;
    numbers[used] = number;
    weights[used++] = weight;
  }

  /** Moves on to the next position. */
  void endPosition() {
    if (++positions == starts.length) {
      starts = Arrays.copyOf(starts, 2 * positions);
    }
    starts[positions] = used;
  }

  /**
   * Returns the index of the first entry of a position. For the number of positions, returns the
   * number of entries.
   */
  int start(int position) {
    return starts[position];
  }

  /** Returns the number of entries. */
  int size() {
    return used;
  }

  /** Returns the position of an entry. */
  int position(int entry) {
    return entryPositions[entry];
  }

  /** Returns the number of an entry. */
  int number(int entry) {
    return numbers[entry];
  }

  /** Returns the weight of an entry. */
  double weight(int entry) {
    return weights[entry];
  }
}
