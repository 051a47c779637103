package org.gpchain.core.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentCalibrationTest {
  private static final SegmentCalibration TIMID = new SegmentCalibration(0.5, 1.25, 0.3);

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-300, 1e-12, 0.1, 0.5, 1 - 1e-15, 1})
  void noneLeavesProbabilitiesAsTheyAre(double probability) {
    assertThat(SegmentCalibration.NONE.of(probability)).isEqualTo(probability);
    assertThat(SegmentCalibration.NONE.ofRival(1 - probability, probability))
        .isEqualTo(1 - probability);
  }

  @Test
  void isALineInLogOdds() {
    for (double p = 0.05; p < 1; p += 0.05) {
      double expected = 0.5 + 1.25 * Math.log(p / (1 - p));
      assertClose("logit", SegmentCalibration.logit(TIMID.of(p)), expected, ALGEBRA);
    }
  }

  @Test
  void isIncreasingAndStaysAProbability() {
    SegmentCalibration sober = new SegmentCalibration(-3, 0.2, 0.3);
    for (SegmentCalibration calibration : new SegmentCalibration[] {TIMID, sober}) {
      double before = -1;
      for (int i = 0; i <= 1000; i++) {
        double p = calibration.of(i / 1000.0);
        assertThat(p).isGreaterThan(before).isBetween(0.0, 1.0);
        before = p;
      }
    }
  }

  @Test
  void aSegmentAndItsRivalsAreStillOneThingAmongMany() {
    double[] rivals = {0.2, 0.05, 0.1};
    double sum = TIMID.of(0.65);
    for (double rival : rivals) {
      sum += TIMID.ofRival(rival, 0.65);
    }
    assertClose("Σ p", sum, 1, ALGEBRA);
    assertThat(TIMID.ofRival(0.2, 0.65)).isLessThan(0.2);
    assertThat(TIMID.ofRival(0, 1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1.25, 0.3", "-2, 0.5, 0.45", "0, 1, 0.4", "3, 2, 0.05"})
  void theLeastCandidateJustPasses(double intercept, double slope, double threshold) {
    SegmentCalibration calibration = new SegmentCalibration(intercept, slope, threshold);
    assertClose("p", calibration.of(calibration.leastCandidate()), threshold, ALGEBRA);
    assertThat(calibration.withoutScaling()).isEqualTo(new SegmentCalibration(0, 1, threshold));
  }

  @Test
  void refusesWhatIsNoCalibration() {
    assertRefused(() -> new SegmentCalibration(Double.NaN, 1, 0.4), "intercept");
    assertRefused(() -> new SegmentCalibration(Double.NEGATIVE_INFINITY, 1, 0.4), "intercept");
    assertRefused(() -> new SegmentCalibration(0, 0, 0.4), "slope");
    assertRefused(() -> new SegmentCalibration(0, -1, 0.4), "slope");
    for (double threshold : new double[] {0, 1, -0.5, Double.NaN}) {
      assertRefused(() -> new SegmentCalibration(0, 1, threshold), "threshold");
    }
  }
}
