package org.gpchain.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedTTestTest {
  /** Differences whose t is as given: {@code mean ± sd} made of two or more numbers. */
  private static double[] withT(double t, int n) {
    double[] figures = new double[n];
    for (int i = 0; i < n; i++) {
      figures[i] = i - (n - 1) / 2.0;
    }
    double sd = Spread.of(figures).sd();
    return Arrays.stream(figures).map(x -> x + t * sd / Math.sqrt(n)).toArray();
  }

  /** The 97.5 and 99.5 % points of Student's distribution in any table. */
  @ParameterizedTest
  @CsvSource({
    "2, 12.7062, 0.05", "3, 4.30265, 0.05", "4, 3.18245, 0.05", "5, 2.77645, 0.05",
    "6, 2.57058, 0.05", "11, 2.22814, 0.05", "2, 63.6567, 0.01", "5, 4.60409, 0.01",
    "8, 3.49948, 0.01"
  })
  void knowsTheTables(int folds, double t, double p) {
    double[] none = new double[folds];
    assertThat(PairedTTest.of(withT(t, folds), none).p()).isCloseTo(p, within(1e-5));
    assertThat(PairedTTest.of(none, withT(t, folds)).p()).isCloseTo(p, within(1e-5));
  }

  @Test
  void thePairsCount() {
    double[] first = {0.10, 0.20, 0.30};
    double[] second = {0.09, 0.18, 0.29};
    PairedTTest paired = PairedTTest.of(first, second);
    assertThat(paired.difference()).isCloseTo(0.04 / 3, within(1e-12));
    // t = 4 with two degrees of freedom
    assertThat(paired.p()).isCloseTo(0.05719, within(1e-5));
  }

  @Test
  void theSameFiguresDoNotDiffer() {
    assertThat(PairedTTest.of(new double[] {1, 2}, new double[] {1, 2}))
        .isEqualTo(new PairedTTest(0, 1));
    assertThat(PairedTTest.of(new double[] {2, 3}, new double[] {1, 2}).p())
        .isCloseTo(0, within(1e-12));
    assertThat(PairedTTest.of(new double[] {Double.NaN, 1}, new double[] {1, 2}).p()).isNaN();
  }

  @Test
  void oneFoldTellsNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedTTest.of(new double[1], new double[1]))
        .withMessageContaining("number of folds must be at least 2");
  }
}
