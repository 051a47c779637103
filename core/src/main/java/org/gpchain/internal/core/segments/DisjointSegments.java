package org.gpchain.internal.core.segments;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.gpchain.internal.core.math.Ascending;

/** Chooses segments that do not overlap, by dynamic programming. */
public final class DisjointSegments {
  private DisjointSegments() {}

  /**
   * The choice with the largest sum of gains. A segment whose gain is not positive is never chosen;
   * among equals that begin with the same token, the last one wins.
   *
   * @param start first token of each segment, ascending from {@code from} to {@code to}; not
   *     modified
   * @param end the token after its last one; not modified
   * @return numbers of segments, ascending
   */
  public static int[] best(int[] start, int[] end, IntToDoubleFunction gain, int from, int to) {
    int count = to - from;
    // From the right: the best that the segments from i on can have, whether i is part of it, and
    // the first segment that begins where i has ended.
    double[] value = new double[count + 1];
    boolean[] isChosen = new boolean[count];
    int[] next = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      next[i] = Ascending.first(end[from + i], start, from + i + 1, to) - from;
      // Without a gain the sum is no larger: value[i + 1] is value[next[i]] at least.
      double sum = gain.applyAsDouble(from + i) + value[next[i]];
      isChosen[i] = sum > value[i + 1];
      value[i] = isChosen[i] ? sum : value[i + 1];
    }
    int[] chosen = new int[count];
    int size = 0;
    for (int i = 0; i < count; i = isChosen[i] ? next[i] : i + 1) {
      if (isChosen[i]) {
        chosen[size++] = from + i;
      }
    }
    return Arrays.copyOf(chosen, size);
  }
}
