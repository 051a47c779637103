package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import org.gpchain.training.optim.Lbfgs.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of a rule are checked. */
class StopRuleTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.1, 1, 0.1, iterations must be at least 1",
    "1, 0.1, 0, 0.1, window must be at least 1",
    "1, -0.1, 1, 0.1, must not be negative",
    "1, NaN, 1, 0.1, must not be negative",
    "1, 0.1, 1, -0.1, must not be negative",
    "1, 0.1, 1, NaN, must not be negative"
  })
  void impossibleNumbersAreRejected(
      int iterations, double decrease, int window, double gradientNorm, String message) {
    assertRefused(() -> new StopRule(iterations, decrease, window, gradientNorm), message);
  }

  @Test
  void theLeastThatCanBeAsked() {
    assertThat(new StopRule(1, 0, 1, 0).iterations()).isEqualTo(1);
    assertThat(StopRule.afterIterations(7).iterations()).isEqualTo(7);
  }
}
