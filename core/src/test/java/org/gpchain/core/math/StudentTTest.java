package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudentTTest {
  /** Abramowitz and Stegun, table 26.10. */
  @ParameterizedTest
  @CsvSource({"1, 0.95, 12.706", "2, 0.95, 4.303", "4, 0.95, 2.776", "10, 0.99, 3.169"})
  void probabilitiesOfTheTables(int freedom, double probability, double t) {
    assertClose("probability", StudentT.central(t, freedom), probability, 1e-4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9, 30})
  void growsFromNothingToCertainty(int freedom) {
    assertThat(StudentT.central(0, freedom)).isCloseTo(0, within(1e-300));
    for (double t = 0; t < 3; t += 0.1) {
      assertThat(StudentT.central(t + 0.1, freedom)).isGreaterThan(StudentT.central(t, freedom));
    }
    assertClose("probability", StudentT.central(Double.POSITIVE_INFINITY, freedom), 1, ALGEBRA);
  }
}
