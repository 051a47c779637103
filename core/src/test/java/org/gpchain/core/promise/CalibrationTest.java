package org.gpchain.core.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;

import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.DecodingOptions.Decoding;
import org.gpchain.core.decode.SegmentChoice;
import org.gpchain.core.promise.LossLevelsTest.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {
  private static final HeldOutSegments HELD_OUT =
      LossLevelsTest.held(2, b -> Block.of(1, () -> b == 0 ? 0.5 : 1, p -> p == 1).missing(1 - b));

  @Test
  void calibrationOfSegmentsOrOtherScalesHasLearnedScales() {
    assertThat(Calibration.NONE.hasLearnedScales()).isFalse();
    assertThat(Calibration.of(new LatticeScaling(2, 1), HeldOutSegments.NONE).hasLearnedScales())
        .isTrue();
    assertThat(Calibration.of(LatticeScaling.LEGAL, HELD_OUT).hasLearnedScales()).isTrue();
  }

  @Test
  void withoutHeldOutSegmentsThereIsTheDefaultThreshold() {
    assertThat(Calibration.NONE.serves(1)).isTrue();
    assertThat(Calibration.NONE.serves(2)).isFalse();
    assertThat(Calibration.NONE.threshold(1)).isEqualTo(Calibration.DEFAULT_THRESHOLD);
    assertRefused(() -> Calibration.NONE.threshold(2), "no held-out segments", "beta 2.0");
  }

  /** Both candidates maximize the expected F_β: F1 = 2·1.5/(2 + 2), F2 = 5·1.5/(2 + 8). */
  @Test
  void heldOutSegmentsGiveAThresholdForEachBeta() {
    Calibration calibration = Calibration.of(LatticeScaling.LEGAL, HELD_OUT);
    assertThat(calibration.serves(2)).isTrue();
    assertThat(calibration.threshold(1)).isEqualTo(0.375);
    assertThat(calibration.threshold(2)).isEqualTo(0.15);
  }

  @Test
  void betaIsUsedOnlyForDecodingOfSegments() {
    Calibration calibration = Calibration.of(LatticeScaling.LEGAL, HELD_OUT);
    DecodingOptions segments = DecodingOptions.DEFAULT.withBeta(2);
    assertThat(SegmentChoice.of(calibration, segments).leastCandidate()).isEqualTo(0.15);
    DecodingOptions viterbi = new DecodingOptions(Decoding.VITERBI, 0, false, 1).withBeta(2);
    assertThat(SegmentChoice.of(calibration, viterbi).leastCandidate()).isEqualTo(0.375);
    assertThat(SegmentChoice.of(Calibration.NONE, viterbi).leastCandidate())
        .isEqualTo(Calibration.DEFAULT_THRESHOLD);
  }

  /** A promise of recall determines the minimum probability of a segment. */
  @Test
  void segmentExactlyAtTheThresholdOfRecallIsWritten() {
    Calibration calibration =
        Calibration.of(
            LatticeScaling.LEGAL,
            LossLevelsTest.held(250, b -> Block.of(1, () -> b < 25 ? 0.125 : 0.25, p -> true)));
    SegmentChoice choice =
        SegmentChoice.of(calibration, DecodingOptions.DEFAULT.withPromise(Promise.minRecall(0.5)));
    double threshold = choice.leastCandidate();
    assertThat(threshold).isIn(0.125, 0.25, calibration.threshold());
    assertThat(choice.gain().applyAsDouble(threshold)).isEqualTo(threshold);
    assertThat(choice.gain().applyAsDouble(Math.nextDown(threshold))).isZero();
    assertThat(choice.leastAlternative()).isEqualTo(threshold);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, Double.NaN})
  void thresholdsAreBetweenZeroAndOne(double threshold) {
    assertRefused(
        () -> new Calibration(LatticeScaling.LEGAL, threshold, HeldOutSegments.NONE), "threshold");
  }
}
