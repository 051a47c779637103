package org.gpchain.evaluation.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McNemarTest {
  /** By Pascal's triangle: 2 · Σ_{i ≤ k} C(n, i) / 2ⁿ. */
  @ParameterizedTest
  @CsvSource({"0,0", "1,0", "0,5", "3,7", "6,6", "10,25", "40,20"})
  void isTheBinomialTail(int first, int second) {
    int n = first + second;
    double[] row = {1};
    for (int i = 0; i < n; i++) {
      double[] next = new double[row.length + 1];
      for (int j = 0; j < row.length; j++) {
        next[j] += row[j] / 2;
        next[j + 1] += row[j] / 2;
      }
      row = next;
    }
    double tail = 0;
    for (int i = 0; i <= Math.min(first, second); i++) {
      tail += row[i];
    }
    McNemar test = McNemar.of(first, second);
    assertThat(test.p()).isCloseTo(Math.min(1, 2 * tail), within(1e-12));
    assertThat(McNemar.of(second, first).p()).isEqualTo(test.p());
  }

  /** As far as the normal approximation with its correction for continuity goes. */
  @Test
  void largeNumbersNeitherUnderflowNorTakeLong() {
    assertThat(McNemar.of(50_000, 50_400).p()).isCloseTo(0.2079, within(1e-3));
    assertThat(McNemar.of(1_000_000, 0).p()).isZero();
    assertThat(McNemar.of(100_000, 100_000).p()).isEqualTo(1);
  }
}
