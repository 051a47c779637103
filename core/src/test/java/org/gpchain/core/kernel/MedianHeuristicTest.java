package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;

class MedianHeuristicTest {
  private static final Kernel KERNEL =
      new AdditiveLinearKernel(new int[] {0, 0, 1}, new double[] {1, 4});

  /** Row r has feature 0 so many times. */
  private static SparseRows counts(int... counts) {
    int[] start = new int[counts.length + 1];
    for (int r = 0; r < counts.length; r++) {
      start[r + 1] = start[r] + counts[r];
    }
    return SparseRows.of(3, start, new int[start[counts.length]]);
  }

  @Test
  void isTheMedianOfAllDistancesThatAreNotZero() {
    // Distances 1, 3, 7, 2, 6, 4, and the zeros of the row that is there twice.
    assertThat(MedianHeuristic.lengthScale(KERNEL, counts(0, 1, 3, 7), 100, 1)).isEqualTo(4);
    assertThat(MedianHeuristic.lengthScale(KERNEL, counts(2, 2, 2, 2, 7), 100, 1)).isEqualTo(5);
  }

  @Test
  void weighsFeaturesAsTheKernelDoes() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 1, 2}, new int[] {0, 2});
    assertClose("ℓ", MedianHeuristic.lengthScale(KERNEL, rows, 2, 1), Math.sqrt(5), ROUNDING);
  }

  @Test
  void isOneWithoutDistances() {
    assertThat(MedianHeuristic.lengthScale(KERNEL, counts(2, 2), 5, 1)).isEqualTo(1);
    assertThat(MedianHeuristic.lengthScale(KERNEL, counts(2), 5, 1)).isEqualTo(1);
    assertThat(MedianHeuristic.lengthScale(KERNEL, counts(), 5, 1)).isEqualTo(1);
  }

  @Test
  void dependsOnTheSeedOnlyThroughTheSample() {
    int[] counts = new int[40];
    Arrays.setAll(counts, r -> r * r / 10);
    SparseRows rows = counts(counts);
    double whole = MedianHeuristic.lengthScale(KERNEL, rows, 40, 1);
    assertThat(MedianHeuristic.lengthScale(KERNEL, rows, 1000, 2)).isEqualTo(whole);
    double some = MedianHeuristic.lengthScale(KERNEL, rows, 10, 1);
    assertThat(MedianHeuristic.lengthScale(KERNEL, rows, 10, 1)).isEqualTo(some);
    assertThat(some).isBetween(whole / 4, whole * 4);
  }

  @Test
  void needsTwoRows() {
    assertRefused(() -> MedianHeuristic.lengthScale(KERNEL, counts(1, 2), 1, 1), "sample");
  }
}
