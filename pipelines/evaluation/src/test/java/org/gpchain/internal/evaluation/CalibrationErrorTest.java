package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationErrorTest {
  private static final double ROUNDING = 1e-15;

  /** Parses probabilities; a + after a probability means that the label is correct. */
  @ParameterizedTest
  @CsvSource({
    "'', 0", // no error without predictions
    "1+ 1+, 0", // certain and right
    "1-, 1", // certain and wrong
    "1.0000000000000002-, 1", // a rounding error above one counts as one
    "0.62+ 0.66-, 0.14", // in (0.6, 0.6667]: errors of one bin cancel
    "0.9+ 0.9+ 0.9- 0.3+, 0.35", // bins are weighted by their size: 0.7 and 0.7 of four
  })
  void matchesValuesComputedByHand(String predictions, double error) {
    CalibrationError calibration = new CalibrationError();
    for (String prediction : predictions.isEmpty() ? new String[0] : predictions.split(" ")) {
      int last = prediction.length() - 1;
      calibration.add(
          Double.parseDouble(prediction.substring(0, last)), prediction.charAt(last) == '+');
    }
    assertThat(calibration.error()).isCloseTo(error, within(ROUNDING));
  }

  @Test
  void putsABorderIntoTheLowerBin() {
    for (int b = 1; b <= CalibrationError.BINS; b++) {
      double border = (double) b / CalibrationError.BINS;
      assertThat(CalibrationError.bin(border)).as("border %d", b).isEqualTo(b - 1);
    }
    assertThat(CalibrationError.bin(0)).isZero();
    assertThat(CalibrationError.bin(Math.nextUp(0.2))).isEqualTo(3);
    assertThat(CalibrationError.bin(Math.nextDown(1.0))).isEqualTo(CalibrationError.BINS - 1);
  }

  /** Draws outcomes with the predicted probabilities and compares their mean error. */
  @Test
  void errorByChanceIsTheMeanErrorOfCalibratedPredictions() {
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
  void certainPredictionsHaveNoErrorByChance() {
    CalibrationError calibration = new CalibrationError();
    assertThat(calibration.errorByChance()).isZero();
    calibration.add(1, false);
    calibration.add(0, true);
    assertThat(calibration.errorByChance()).isZero();
  }
}
