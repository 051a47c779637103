package org.gpchain.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void hasTheDeviationOfASample() {
    Spread spread = Spread.of(1, 2, 6);
    assertThat(spread.mean()).isEqualTo(3);
    assertThat(spread.sd()).isCloseTo(Math.sqrt(14 / 2.0), within(1e-15));
    assertThat(spread.times(100).text(1)).isEqualTo("300.0 (264.6)");
  }

  @Test
  void oneFigureHasNoDeviation() {
    Spread spread = Spread.of(0.125);
    assertThat(spread).isEqualTo(new Spread(0.125, Double.NaN));
    assertThat(spread.text(3)).isEqualTo("0.125");
  }

  @Test
  void noFiguresHaveNoMean() {
    assertThat(Spread.of()).isEqualTo(new Spread(Double.NaN, Double.NaN));
  }

  @Test
  void whatIsNotANumberStaysSo() {
    assertThat(Spread.of(1, Double.NaN)).isEqualTo(new Spread(Double.NaN, Double.NaN));
  }
}
