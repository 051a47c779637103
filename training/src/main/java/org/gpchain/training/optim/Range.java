package org.gpchain.training.optim;

/**
 * A run of parameters.
 *
 * @param from first index
 * @param to index after the last
 */
public record Range(int from, int to) {
  /** Checks the order. */
  public Range {
    if (!(0 <= from && from <= to)) {
      throw new IllegalArgumentException(
          "a range must not end before it begins: " + from + ", " + to);
    }
  }

  /** Number of parameters. */
  public int size() {
    return to - from;
  }
}
