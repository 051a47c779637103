package org.gpchain.internal.core.segments;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.gpchain.internal.core.math.Ascending;

/** Selection of segments that do not overlap (weighted interval scheduling). */
public final class DisjointSegments {
  private DisjointSegments() {}

  /**
   * Returns the segments without overlaps that have the largest sum of gains, found by dynamic
   * programming. A segment without a positive gain is never selected. Among segments with equal
   * gains that begin with the same token, the last one is selected.
   *
   * @param start index of the first token of each segment, ascending in {@code [from, to)}; not
   *     modified
   * @param end index after the last token of each segment; not modified
   * @param gain maps the index of a segment to its gain
   * @param from index of the first segment to consider
   * @param to index after the last segment to consider
   * @return indices of the selected segments, ascending
   */
  public static int[] best(int[] start, int[] end, IntToDoubleFunction gain, int from, int to) {
    int count = to - from;
    // For segments from index i on, computed from right to left: largest sum of gains, whether
    // segment i is selected for it, and index of the first segment that begins after segment i.
    double[] value = new double[count + 1];
    boolean[] isSelected = new boolean[count];
    int[] next = new int[count];
    for (int i = count - 1; i >= 0; i--) {
      next[i] = Ascending.first(end[from + i], start, from + i + 1, to) - from;
      // If the gain is not positive, the sum is not larger, since value[next[i]] <= value[i + 1].
      double sum = gain.applyAsDouble(from + i) + value[next[i]];
      isSelected[i] = sum > value[i + 1];
      value[i] = isSelected[i] ? sum : value[i + 1];
    }

    int[] selected = new int[count];
    int size = 0;
    int i = 0;
    while (i < count) {
      if (isSelected[i]) {
        selected[size++] = from + i;
        i = next[i];
      } else {
        i++;
      }
    }
    return Arrays.copyOf(selected, size);
  }
}
