package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @Test
  void standardDeviationIsOfASample() {
    MeanSd spread = MeanSd.of(1, 2, 6);
    assertThat(spread.mean()).isEqualTo(3);
    assertThat(spread.sd()).isCloseTo(Math.sqrt(14 / 2.0), within(1e-15));
    assertThat(spread.times(100).text(1)).isEqualTo("300.0 (264.6)");
    assertThat(MeanSd.of(0.125)).isEqualTo(new MeanSd(0.125, Double.NaN));
    assertThat(MeanSd.of(0.125).text(3)).isEqualTo("0.125");
    assertThat(MeanSd.of()).isEqualTo(new MeanSd(Double.NaN, Double.NaN));
    assertThat(MeanSd.of(1, Double.NaN)).isEqualTo(new MeanSd(Double.NaN, Double.NaN));
  }

  @Test
  void textOfADifferenceMarksTies() {
    assertThat(Tables.text(new Difference(0.0007, -0.0009, 0.0022)))
        .isEqualTo("tie +0.07 (-0.09 to +0.22)");
    assertThat(Tables.text(new Difference(-0.028, -0.049, -0.01)))
        .isEqualTo("-2.80 (-4.90 to -1.00)");
    assertThat(Tables.text(null)).isNull();
  }

  /** Returns figures with a given t statistic against zeros. */
  private static double[] withT(double t, int n) {
    double[] figures = IntStream.range(0, n).mapToDouble(i -> i - (n - 1) / 2.0).toArray();
    double sd = MeanSd.of(figures).sd();
    return Arrays.stream(figures).map(x -> x + t * sd / Math.sqrt(n)).toArray();
  }

  /** Compares with the 97.5 and 99.5 % points of Student's distribution in tables. */
  @ParameterizedTest
  @CsvSource({
    "2, 12.7062, 0.05", "3, 4.30265, 0.05", "4, 3.18245, 0.05", "5, 2.77645, 0.05",
    "6, 2.57058, 0.05", "11, 2.22814, 0.05", "2, 63.6567, 0.01", "5, 4.60409, 0.01",
    "8, 3.49948, 0.01"
  })
  void pairedTestMatchesTables(int folds, double t, double p) {
    double[] none = new double[folds];
    assertThat(PairedTest.of(withT(t, folds), none).p()).isCloseTo(p, within(1e-5));
    assertThat(PairedTest.of(none, withT(t, folds)).p()).isCloseTo(p, within(1e-5));
  }

  @Test
  void comparesPairs() {
    double[] first = {0.10, 0.20, 0.30};
    PairedTest paired = PairedTest.of(first, new double[] {0.09, 0.18, 0.29});
    assertThat(paired.difference()).isCloseTo(0.04 / 3, within(1e-12));
    // t = 4 with two degrees of freedom
    assertThat(paired.p()).isCloseTo(0.05719, within(1e-5));
    assertThat(PairedTest.of(first, first)).isEqualTo(new PairedTest(0, 1, 0, 0));
    assertThat(PairedTest.of(new double[] {2, 3}, new double[] {1, 2}).p())
        .isCloseTo(0, within(1e-12));
    assertThat(PairedTest.of(new double[] {Double.NaN, 1}, new double[] {1, 2}).p()).isNaN();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedTest.of(new double[2], new double[3]));
  }

  /** If the difference is shifted by an end of the interval, the p-value is 5 %. */
  @Test
  void intervalMatchesTheTest() {
    double[] first = {0.31, 0.35, 0.29, 0.40, 0.33};
    double[] second = {0.30, 0.31, 0.30, 0.34, 0.32};
    PairedTest interval = PairedTest.of(first, second);
    for (double end : new double[] {interval.low(), interval.high()}) {
      double[] shifted = Arrays.stream(second).map(x -> x + end).toArray();
      assertThat(PairedTest.of(first, shifted).p()).isCloseTo(0.05, within(1e-9));
    }
    PairedTest one = PairedTest.of(new double[] {0.5}, new double[] {0.25});
    assertThat(one.text(2)).isEqualTo("+0.25");
    assertThat(new PairedTest(0.012, 0.1, -0.001, 0.025).times(100).text(2))
        .isEqualTo("+1.20 (-0.10 to +2.50)");
  }
}
