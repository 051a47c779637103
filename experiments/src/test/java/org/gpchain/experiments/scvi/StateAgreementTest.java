package org.gpchain.experiments.scvi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StateAgreementTest {
  @Test
  void perfect() {
    StateAgreement found = StateAgreement.of(List.of(3, 1, 3, 2), List.of("N", "V", "N", "D"));
    assertThat(found.manyToOne()).isEqualTo(1);
    assertThat(found.vMeasure()).isCloseTo(1, within(1e-12));
  }

  @Test
  void oneStateForAll() {
    StateAgreement found = StateAgreement.of(List.of(0, 0, 0), List.of("N", "V", "N"));
    assertThat(found.manyToOne()).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(found.vMeasure()).isCloseTo(0, within(1e-12));
  }

  /** A tag split into two states: homogeneous, but not complete. */
  @Test
  void aSplitTag() {
    StateAgreement found = StateAgreement.of(List.of(0, 1, 2, 2), List.of("N", "N", "V", "V"));
    assertThat(found.manyToOne()).isEqualTo(1);
    double completeness = 1 - 0.5 * Math.log(2) / (1.5 * Math.log(2));
    assertThat(found.vMeasure()).isCloseTo(2 * completeness / (1 + completeness), within(1e-12));
  }
}
