package org.gpchain.training.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertExpected;

import java.util.Arrays;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;

/** Inducing points are tokens drawn without replacement. */
class InducingSelectionTest {
  private static final int ROWS = 30;

  /** Every third row is empty. */
  private static SparseRows rows() {
    int[] starts = new int[ROWS + 1];
    for (int row = 0; row < ROWS; row++) {
      starts[row + 1] = starts[row] + (row % 3 == 2 ? 0 : 1);
    }
    return SparseRows.of(1, starts, new int[starts[ROWS]]);
  }

  @Test
  void drawsDistinctTokensWithFeaturesInOrder() {
    for (int seed = 0; seed < 20; seed++) {
      int[] chosen = InducingSelection.sample(rows(), 12, seed);
      assertThat(chosen).hasSize(12).isSorted().doesNotHaveDuplicates();
      assertThat(Arrays.stream(chosen).filter(row -> row % 3 == 2)).isEmpty();
    }
  }

  @Test
  void dependsOnTheSeedAlone() {
    assertThat(InducingSelection.sample(rows(), 12, 1))
        .isEqualTo(InducingSelection.sample(rows(), 12, 1))
        .isNotEqualTo(InducingSelection.sample(rows(), 12, 2));
  }

  @Test
  void thereAreNoMoreThanTokensWithFeatures() {
    int[] chosen = InducingSelection.sample(rows(), 1000, 1);
    assertThat(chosen).hasSize(20).startsWith(0, 1, 3, 4).endsWith(27, 28);
  }

  @Test
  void everyTokenIsAsLikely() {
    int seeds = 4000;
    double share = 5 / 20.0;
    double[] frequency = new double[ROWS];
    for (int seed = 0; seed < seeds; seed++) {
      for (int token : InducingSelection.sample(rows(), 5, seed)) {
        frequency[token] += 1.0 / seeds;
      }
    }
    double standardError = Math.sqrt(share * (1 - share) / seeds);
    for (int token = 0; token < ROWS; token++) {
      double expected = token % 3 == 2 ? 0 : share;
      assertExpected("token " + token, frequency[token], expected, standardError);
    }
  }
}
