package org.gpchain.core.predict;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Chooses segments that do not overlap, by dynamic programming. */
final class DisjointSegments {
  private DisjointSegments() {}

  /**
   * The choice with the largest sum of gains. A segment whose gain is not positive is never chosen;
   * among equals that begin with the same token, the last one wins.
   *
   * @param start first token of each segment, ascending from {@code from} to {@code to}; not
   *     modified
   * @param end the token after its last one; not modified
   * @param gain of a segment, by its number
   * @param from the first segment to choose from
   * @param to the segment after the last one
   * @return numbers of segments, ascending
   */
  static int[] best(int[] start, int[] end, IntToDoubleFunction gain, int from, int to) {
    if (from == to) {
      return new int[0];
    }
    int length = 0;
    for (int i = from; i < to; i++) {
      length = Math.max(length, end[i]);
    }
    // From the right: the best that the tokens from t on can have, and the segment it begins with.
    double[] value = new double[length + 1];
    int[] choice = new int[length];
    int next = to - 1;
    for (int t = length - 1; t >= 0; t--) {
      value[t] = value[t + 1];
      choice[t] = -1;
      for (; next >= from && start[next] == t; next--) {
        double own = gain.applyAsDouble(next);
        double sum = own + value[end[next]];
        if (own > 0 && sum > value[t]) {
          value[t] = sum;
          choice[t] = next;
        }
      }
    }
    int[] chosen = new int[to - from];
    int count = 0;
    for (int t = 0; t < length; ) {
      if (choice[t] < 0) {
        t++;
      } else {
        chosen[count++] = choice[t];
        t = end[choice[t]];
      }
    }
    return Arrays.copyOf(chosen, count);
  }
}
