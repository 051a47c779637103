package org.gpchain.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.assertj.core.data.Offset;
import org.gpchain.core.predict.SegmentCalibration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlattScalingTest {
  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0.8, 1.4", "-1.5, 0.4", "2, 0.1"})
  void findsTheCalibrationThatOutcomesWereDrawnFrom(double intercept, double slope) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7);
    PlattScaling scaling = new PlattScaling();
    for (int i = 0; i < 100_000; i++) {
      double logit = 8 * random.nextDouble() - 4;
      boolean isRight = random.nextDouble() < sigmoid(intercept + slope * logit);
      scaling.add(sigmoid(logit), isRight);
      scaling.addGold(isRight ? 1 : 0);
    }
    SegmentCalibration fit = scaling.fit();
    assertThat(fit.intercept()).isCloseTo(intercept, Offset.offset(0.05));
    assertThat(fit.slope()).isCloseTo(slope, Offset.offset(0.05));
  }

  /** The gradient of the penalised log-likelihood vanishes, written down a second time. */
  @Test
  void isTheMostProbableOne() {
    double[] probabilities = {0.9, 0.99, 0.97, 0.6, 0.2, 0.55, 0.3};
    boolean[] right = {true, true, false, true, false, false, true};
    PlattScaling scaling = new PlattScaling();
    for (int i = 0; i < right.length; i++) {
      scaling.add(probabilities[i], right[i]);
      scaling.addGold(1);
    }
    SegmentCalibration fit = scaling.fit();
    double a = 4 * fit.intercept();
    double b = 4 * (fit.slope() - 1);
    for (int i = 0; i < right.length; i++) {
      double x = SegmentCalibration.logit(probabilities[i]);
      double residual = sigmoid(fit.intercept() + fit.slope() * x) - (right[i] ? 1 : 0);
      a += residual;
      b += residual * x;
    }
    assertThat(a).isCloseTo(0, Offset.offset(1e-6));
    assertThat(b).isCloseTo(0, Offset.offset(1e-6));
  }

  @Test
  void withoutPredictionsThereIsNone() {
    PlattScaling scaling = new PlattScaling();
    scaling.addGold(3);
    assertThat(scaling.fit()).isEqualTo(SegmentCalibration.NONE);
  }

  @Test
  void fewPredictionsSayLittle() {
    PlattScaling scaling = new PlattScaling();
    scaling.add(1, false);
    scaling.addGold(1);
    SegmentCalibration fit = scaling.fit();
    assertThat(fit.intercept()).isBetween(-0.3, 0.0);
    assertThat(fit.slope()).isPositive();
    assertThat(fit.threshold()).isEqualTo(0.05);
  }

  /** F1 of the most probable one to five: 0, 2/6, 4/7, 4/8, 4/9. */
  @Test
  void theThresholdIsHalfOfTheLargestF1() {
    PlattScaling scaling = new PlattScaling();
    scaling.add(0.2, false);
    scaling.add(0.8, true);
    scaling.add(0.9, false);
    scaling.addGold(4);
    scaling.add(0.85, true);
    scaling.add(0.1, false);
    assertThat(scaling.fit().threshold()).isEqualTo(2.0 / 7);
  }

  @Test
  void whatCostsAnyF1IsNotKept() {
    PlattScaling scaling = new PlattScaling();
    for (int i = 0; i < 1100; i++) {
      scaling.add(i < 100 ? 0.91 : 0.9, i >= 100);
    }
    scaling.addGold(1000);
    for (int i = 0; i < 12; i++) {
      scaling.add(0.5 - i / 100.0, false);
    }
    SegmentCalibration fit = scaling.fit();
    // Each of the twelve wrong ones would cost F1: the threshold is half of the largest F1.
    assertThat(fit.threshold())
        .isCloseTo(1000.0 / 2100, Offset.offset(1e-12))
        .isGreaterThan(fit.of(0.5));
  }
}
