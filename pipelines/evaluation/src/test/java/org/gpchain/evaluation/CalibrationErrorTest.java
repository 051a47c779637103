package org.gpchain.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class CalibrationErrorTest {
  private static final double ROUNDING = 1e-15;

  @Test
  void certainAndRightIsPerfect() {
    CalibrationError calibration = new CalibrationError();
    calibration.add(1, true);
    calibration.add(1, true);

    assertThat(calibration.error()).isZero();
  }

  @Test
  void certainAndWrongIsTheWorst() {
    CalibrationError calibration = new CalibrationError();
    calibration.add(1, false);

    assertThat(calibration.error()).isEqualTo(1);
  }

  @Test
  void aRoundingErrorAboveOneCountsAsOne() {
    CalibrationError calibration = new CalibrationError();
    calibration.add(Math.nextUp(1.0), false);

    assertThat(calibration.error()).isEqualTo(1);
  }

  @Test
  void nothingHasNoError() {
    assertThat(new CalibrationError().error()).isZero();
  }

  @Test
  void aBorderBelongsToTheBinBelowIt() {
    for (int b = 1; b <= CalibrationError.BINS; b++) {
      double border = (double) b / CalibrationError.BINS;
      assertThat(CalibrationError.bin(border)).as("border %d", b).isEqualTo(b - 1);
    }
    assertThat(CalibrationError.bin(0)).isZero();
    assertThat(CalibrationError.bin(Math.nextUp(0.2))).isEqualTo(3);
    assertThat(CalibrationError.bin(Math.nextDown(1.0))).isEqualTo(CalibrationError.BINS - 1);
  }

  @Test
  void errorsOfOneBinCancel() {
    CalibrationError calibration = new CalibrationError();
    // (0.6, 0.6667]: mean confidence 0.64, accuracy 1/2
    calibration.add(0.62, true);
    calibration.add(0.66, false);

    assertThat(calibration.error()).isCloseTo(0.14, within(ROUNDING));
  }

  @Test
  void binsAreWeightedByTheirSize() {
    CalibrationError calibration = new CalibrationError();
    calibration.add(0.9, true);
    calibration.add(0.9, true);
    calibration.add(0.9, false); // accuracy 2/3, off by 0.7 / 3
    calibration.add(0.3, true); // off by 0.7

    assertThat(calibration.error()).isCloseTo((0.7 + 0.7) / 4, within(ROUNDING));
  }

  /** Outcomes drawn from the very probabilities: their mean error is what chance is said to do. */
  @Test
  void whatChanceDoes() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5);
    double[] probabilities = new double[400];
    Arrays.setAll(probabilities, i -> Math.sqrt(random.nextDouble()));
    double sum = 0;
    double byChance = 0;
    for (int trial = 0; trial < 500; trial++) {
      CalibrationError calibration = new CalibrationError();
      for (double p : probabilities) {
        calibration.add(p, random.nextDouble() < p);
      }
      sum += calibration.error();
      byChance = calibration.errorByChance();
    }
    assertThat(byChance).isCloseTo(sum / 500, within(0.002));
    assertThat(byChance).isBetween(0.02, 0.08);
  }

  @Test
  void chanceDoesNothingToWhatIsSure() {
    CalibrationError calibration = new CalibrationError();
    assertThat(calibration.errorByChance()).isZero();
    calibration.add(1, false);
    calibration.add(0, true);
    assertThat(calibration.errorByChance()).isZero();
  }
}
