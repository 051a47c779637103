package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudentTTest {
  /** Abramowitz and Stegun, table 26.10. */
  @ParameterizedTest
  @CsvSource({"1, 0.95, 12.706", "2, 0.95, 4.303", "4, 0.95, 2.776", "10, 0.99, 3.169"})
  void quantilesOfTheTables(int freedom, double probability, double t) {
    assertThat(StudentT.quantile(probability, freedom)).isCloseTo(t, within(5e-4));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9, 30})
  void quantileInvertsTheDistribution(int freedom) {
    for (double probability : new double[] {0.01, 0.5, 0.9, 0.999}) {
      double t = StudentT.quantile(probability, freedom);
      assertClose("probability", StudentT.central(t, freedom), probability, ALGEBRA);
    }
    assertThat(StudentT.quantile(0, freedom)).isCloseTo(0, within(1e-300));
  }

  @Test
  void nothingIsBeyondInfinity() {
    assertThatThrownBy(() -> StudentT.quantile(1, 3)).hasMessageContaining("[0, 1), was 1");
    assertThatThrownBy(() -> StudentT.quantile(Double.NaN, 3)).hasMessageContaining("NaN");
  }
}
