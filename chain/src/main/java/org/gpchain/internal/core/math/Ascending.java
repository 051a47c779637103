package org.gpchain.internal.core.math;

/** Binary search in ascending numbers. */
public final class Ascending {
  private Ascending() {}

  /**
   * Returns the index of the first number in {@code [from, to)} that is at least {@code least}, or
   * {@code to} if every number is smaller.
   *
   * @param least smallest number that matches
   * @param numbers ascending in {@code [from, to)}; not modified
   */
  public static int first(int least, int[] numbers, int from, int to) {
    int low = from;
    int high = to;

    while (low < high) {
      int middle = (low + high) >>> 1;
      if (numbers[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }

    return low;
  }
}
