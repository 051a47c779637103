package org.gpchain.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PairedIntervalTest {
  /** Where the interval ends, the t-test gives the probability 5 %. */
  @Test
  void isTheCounterpartOfTheTest() {
    double[] first = {0.31, 0.35, 0.29, 0.40, 0.33};
    double[] second = {0.30, 0.31, 0.30, 0.34, 0.32};
    PairedInterval interval = PairedInterval.of(first, second);
    assertThat(interval.mean()).isCloseTo(0.022, within(1e-12));
    for (double end : new double[] {interval.low(), interval.high()}) {
      double[] shifted = new double[5];
      for (int i = 0; i < 5; i++) {
        shifted[i] = second[i] + end;
      }
      assertThat(PairedTTest.of(first, shifted).p()).isCloseTo(0.05, within(1e-9));
    }
  }

  @Test
  void onePairHasNoInterval() {
    PairedInterval one = PairedInterval.of(new double[] {0.5}, new double[] {0.25});
    assertThat(one.text(2)).isEqualTo("+0.25");
    assertThat(new PairedInterval(0.012, -0.001, 0.025).times(100).text(2))
        .isEqualTo("+1.20 (-0.10 to +2.50)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PairedInterval.of(new double[2], new double[3]));
  }
}
