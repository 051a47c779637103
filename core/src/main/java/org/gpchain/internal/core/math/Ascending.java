package org.gpchain.internal.core.math;

/** Numbers in ascending order. */
public final class Ascending {
  private Ascending() {}

  /**
   * The place of the first number of a range that is at least so large; its end if none is.
   *
   * @param numbers ascending from {@code from} to {@code to}; not modified
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
