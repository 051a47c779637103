package org.gpchain.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.Test;

/** Settings are checked, and changed one at a time. */
class LearnerSettingsTest {
  private static final LearnerSettings DEFAULT =
      LearnerSettings.of("ne", ToyCorpus.TEMPLATES).withThreads(1);

  @Test
  void eachChangeLeavesTheRestAlone() {
    LearnerSettings changed =
        new LearnerSettings(
            "ne",
            "de",
            ToyCorpus.TEMPLATES,
            2,
            3,
            List.of(),
            4,
            11,
            5,
            6,
            7,
            8,
            0.5,
            12,
            9,
            10,
            TagScheme.IOB1);
    assertThat(
            DEFAULT
                .withLanguage("de")
                .withCutoff(2)
                .withVariances(3, 4)
                .withKernelRounds(11)
                .withInducing(5, 6, 7)
                .withIterations(8)
                .withPruning(0.5)
                .withCalibrationFolds(12)
                .withThreads(9)
                .withSeed(10)
                .withScheme(TagScheme.IOB1))
        .isEqualTo(changed);
    assertThat(
            DEFAULT
                .withScheme(TagScheme.IOB1)
                .withSeed(10)
                .withPruning(0.5)
                .withCalibrationFolds(12)
                .withThreads(9)
                .withIterations(8)
                .withKernelRounds(11)
                .withInducing(5, 6, 7)
                .withKernelRounds(11)
                .withVariances(3, 4)
                .withCutoff(2)
                .withLanguage("de"))
        .isEqualTo(changed);
  }

  @Test
  void variancesAreLearnedFromASentenceForEachFold() {
    int folds = DEFAULT.kernelSettings().folds();
    assertThat(DEFAULT.learnsVariances(folds)).isTrue();
    assertThat(DEFAULT.learnsVariances(folds - 1)).isFalse();
    assertThat(DEFAULT.withKernelRounds(0).learnsVariances(folds)).isFalse();
  }

  @Test
  void impossibleNumbersAreRejected() {
    check(s -> s.withCutoff(0), "cutoff must be at least 1, was 0");
    check(s -> s.withVariances(0, 1), "variance must be a positive finite number, was 0.0");
    check(s -> s.withVariances(Double.NaN, 1), "variance must be a positive finite number");
    check(s -> s.withVariances(1, -1), "pairwise variance must be a positive finite number");
    check(
        s -> s.withVariances(1, Double.POSITIVE_INFINITY),
        "pairwise variance must be a positive finite number");
    check(s -> s.withKernelRounds(-1), "kernelRounds must be at least 0, was -1");
    check(s -> s.withInducing(-1, 1, 1), "inducing must be at least 0, was -1");
    check(s -> s.withInducing(1, 0, 1), "samples must be at least 1, was 0");
    check(s -> s.withInducing(1, 1, 0), "rounds must be at least 1, was 0");
    check(s -> s.withIterations(0), "iterations must be at least 1, was 0");
    check(s -> s.withPruning(-1), "pruning must be a finite number of at least 0, was -1.0");
    check(s -> s.withPruning(Double.NaN), "pruning must be a finite number of at least 0");
    check(s -> s.withThreads(0), "threads must be at least 1, was 0");
  }

  private static void check(UnaryOperator<LearnerSettings> change, String message) {
    assertThatThrownBy(() -> change.apply(DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  /** What cannot change the model is no part of where it comes from. */
  @Test
  void provenanceHoldsWhatMatters() {
    assertThat(DEFAULT.withThreads(7).asProvenance()).isEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withCutoff(2).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withVariances(2, 1).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withVariances(0.5, 2).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withInducing(1, 8, 3).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withInducing(0, 9, 3).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withInducing(0, 8, 4).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
    assertThat(DEFAULT.withIterations(9).asProvenance()).isNotEqualTo(DEFAULT.asProvenance());
  }

  @Test
  void laterStepsAreAFifthOfTheFirst() {
    assertThat(DEFAULT.withIterations(100).laterIterations()).isEqualTo(20);
    assertThat(DEFAULT.withIterations(3).laterIterations()).isEqualTo(1);
  }
}
