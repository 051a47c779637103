package org.gpchain.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.Draws;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.SegmentCalibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.decoupled.Learner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What learning says of the honesty of segments. */
class SegmentCalibratorTest {
  private static SegmentCalibration calibration(
      LearnerSettings settings, List<LabeledSequence> corpus) {
    return learn(settings, corpus).calibration();
  }

  private static Model learn(LearnerSettings settings, List<LabeledSequence> corpus) {
    return new Learner(settings, LearningListener.SILENT).learn(corpus, List.of());
  }

  /** Sentences of one word each, a name or not by the toss of a coin. */
  private static List<LabeledSequence> coins(int count) {
    Draws draws = new Draws(3);
    List<LabeledSequence> corpus = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      corpus.add(ToyCorpus.sentence("w" + n % 10 + "/X/" + (draws.index(2) == 0 ? "O" : "B-PER")));
    }
    return corpus;
  }

  @Test
  void whatIsBelievedWithoutReasonIsTonedDown() {
    // ten words, eight trained tosses of each, and a prior that believes them all
    SegmentCalibration sure = calibration(ToyCorpus.settings().withVariances(100, 1), coins(100));
    assertThat(sure.slope()).isLessThan(0.6);
    assertThat(sure.threshold()).isBetween(0.1, 0.45);
  }

  @Test
  void whatIsEasyStaysAsItIs() {
    SegmentCalibration easy = calibration(ToyCorpus.settings(), ToyCorpus.sentences(60, 1));
    assertThat(easy).isNotEqualTo(SegmentCalibration.NONE);
    assertThat(easy.threshold()).isBetween(0.1, 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void doesNotDependOnThreads(int threads) {
    List<LabeledSequence> corpus = ToyCorpus.sentences(31, 2);
    assertThat(calibration(ToyCorpus.settings().withThreads(threads), corpus))
        .isEqualTo(calibration(ToyCorpus.settings(), corpus));
  }

  @Test
  void isOnlyWhereItIsWantedAndCanBe() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 2);
    LearnerSettings settings = ToyCorpus.settings();
    SegmentCalibration none = SegmentCalibration.NONE;
    assertThat(calibration(settings.withCalibrationFolds(0), corpus)).isEqualTo(none);
    assertThat(calibration(ToyCorpus.withCovariance(), corpus)).isEqualTo(none);
    assertThat(calibration(settings.withScheme(TagScheme.TOKEN), corpus)).isEqualTo(none);
    assertThat(calibration(settings, corpus.subList(0, 4))).isEqualTo(none);
    assertThat(calibration(settings, corpus.subList(0, 5))).isNotEqualTo(none);
    List<LabeledSequence> nothing =
        List.of(ToyCorpus.sentence("a/X/O"), ToyCorpus.sentence("b/X/O"));
    assertThat(calibration(settings.withCalibrationFolds(2), nothing)).isEqualTo(none);
  }

  /** The model itself is what it is without a calibration. */
  @Test
  void changesNothingElse() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 2);
    Model with = learn(ToyCorpus.settings(), corpus);
    Model without = learn(ToyCorpus.settings().withCalibrationFolds(0), corpus);
    assertThat(with.posterior().pairwiseMean()).isEqualTo(without.posterior().pairwiseMean());
    assertThat(with.groupVariance()).isEqualTo(without.groupVariance());
    assertThat(with.provenance().settings()).containsEntry("calibrationFolds", "5");
    assertThat(with.run().seconds()).isPositive();
    assertThat(with.run().objective()).isEqualTo(without.run().objective());
  }

  @Test
  void sentencesWithoutTokensDoNotCount() {
    List<LabeledSequence> corpus = ToyCorpus.sentences(20, 2);
    List<LabeledSequence> withEmpty = new ArrayList<>();
    TokenSequence empty = new TokenSequence(ToyCorpus.COLUMNS, List.of(List.of(), List.of()));
    for (LabeledSequence sentence : corpus) {
      withEmpty.add(new LabeledSequence(empty, List.of()));
      withEmpty.add(sentence);
    }
    assertThat(calibration(ToyCorpus.settings(), withEmpty))
        .isEqualTo(calibration(ToyCorpus.settings(), corpus));
  }

  @Test
  void aLargeCorpusIsHeldOutInFewFolds() {
    Set<String> phases = new LinkedHashSet<>();
    List<Integer> steps = new ArrayList<>();
    LearningListener listener =
        step -> {
          phases.add(step.phase());
          steps.add(step.step());
          assertThat(step.step()).isLessThanOrEqualTo(step.stepsAtMost());
        };
    LearnerSettings settings = ToyCorpus.settings().withIterations(5);
    new Learner(settings, listener).learn(ToyCorpus.sentences(30, 1), List.of());
    assertThat(phases)
        .containsExactly(
            "mean",
            "calibration 1/5",
            "calibration 2/5",
            "calibration 3/5",
            "calibration 4/5",
            "calibration 5/5");
    assertThat(steps).isSorted();
    phases.clear();
    // three segments a sentence, so that one fold has two thousand
    new Learner(settings, listener).learn(ToyCorpus.sentences(10_000, 1), List.of());
    assertThat(phases).containsExactly("mean", "calibration 1/1");
  }

  @Test
  void oneFoldIsNone() {
    assertThatThrownBy(() -> ToyCorpus.settings().withCalibrationFolds(1))
        .hasMessageContaining("one fold leaves nothing");
    assertThatThrownBy(() -> ToyCorpus.settings().withCalibrationFolds(-1))
        .hasMessageContaining("calibrationFolds");
  }
}
