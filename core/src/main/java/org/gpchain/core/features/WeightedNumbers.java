package org.gpchain.core.features;

import java.util.Arrays;

/**
 * Numbers with weights, any number of them at each position of a sentence: the values of a column
 * or the tuples of a pattern. Scratch space that is filled position by position.
 */
final class WeightedNumbers {
  /**
   * Products of weights below it are left out. A weight of usual size, which is about one, moves a
   * score by a hundredth then, and without a limit the cells of a template with k values each would
   * make k² or k³ features of a token.
   */
  static final double LEAST = 0.01;

  private int[] starts = new int[64];
  private int[] places = new int[64];
  private int[] numbers = new int[64];
  private double[] weights = new double[64];
  private int positions;
  private int used;

  void clear() {
    positions = 0;
    used = 0;
  }

  /**
   * Adds a number at the position that is being filled, unless it has none or hardly any weight.
   */
  void add(int number, double weight) {
    add(positions, number, weight);
  }

  /** Adds a number at any position, of one who does not ask for the {@link #start} of positions. */
  void add(int position, int number, double weight) {
    if (number < 0 || weight < LEAST) {
      return;
    }
    if (used == numbers.length) {
      places = Arrays.copyOf(places, 2 * used);
      numbers = Arrays.copyOf(numbers, 2 * used);
      weights = Arrays.copyOf(weights, 2 * used);
    }
    places[used] = position;
    numbers[used] = number;
    weights[used++] = weight;
  }

  void endPosition() {
    if (++positions == starts.length) {
      starts = Arrays.copyOf(starts, 2 * positions);
    }
    starts[positions] = used;
  }

  /** First entry of a position; of the number of positions: the number of entries. */
  int start(int position) {
    return starts[position];
  }

  int size() {
    return used;
  }

  int position(int entry) {
    return places[entry];
  }

  int number(int entry) {
    return numbers[entry];
  }

  double weight(int entry) {
    return weights[entry];
  }
}
