package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.training.HeldOutProgress;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

/** Tests unusual corpora and settings. */
class DecoupledEdgeCasesTest {
  private static Model learn(List<LabeledSequence> train) {
    return ToyCorpus.settings().withVariances(4, 1).learn(train);
  }

  @Test
  void emptySentencesAreLeftOut() {
    List<LabeledSequence> train = ToyCorpus.sentences(10, 1);
    List<LabeledSequence> withEmpty = new ArrayList<>(train);
    withEmpty.add(4, ToyCorpus.sentence());
    withEmpty.add(0, ToyCorpus.sentence());
    withEmpty.add(ToyCorpus.sentence());
    assertThat(ModelEntries.of(learn(withEmpty))).isEqualTo(ModelEntries.of(learn(train)));
  }

  @Test
  void heldOutSentencesMayBeEmpty() {
    List<Double> measured = new ArrayList<>();
    Progress progress =
        step -> {
          if (!Double.isNaN(step.heldOutF1())) {
            measured.add(step.heldOutF1());
          }
        };
    List<LabeledSequence> heldOut =
        List.of(ToyCorpus.sentence(), ToyCorpus.sentence("Ann/NP/B-PER"));
    ToyCorpus.settings().learn(ToyCorpus.sentences(10, 1), new HeldOutProgress(heldOut, progress));
    assertThat(measured).isNotEmpty().contains(1.0);
  }

  @Test
  void corpusWithoutTokensIsRejected() {
    for (List<LabeledSequence> nothing :
        List.of(List.<LabeledSequence>of(), List.of(ToyCorpus.sentence()))) {
      assertRefused(
          () -> learn(nothing),
          "there is nothing to learn from: the training corpus has no sentence with a token");
    }
  }

  @Test
  void missingColumnsAreNamed() {
    LabeledSequence words =
        new LabeledSequence(TokenSequence.ofWords(List.of("a", "b")), List.of());
    assertRefused(() -> learn(List.of(words)), "pos");
  }

  @Test
  void probabilitiesOfContradictoryLabelsFollowTheirCounts() {
    List<LabeledSequence> train = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      train.add(ToyCorpus.sentence(i % 4 == 0 ? "Rio/NP/B-LOC" : "Rio/NP/B-PER"));
    }
    Prediction prediction = learn(train).tagger().tag(train.get(0).tokens());
    assertThat(prediction.label(0)).isEqualTo("B-PER");
    assertThat(prediction.marginal(0, 0)).isBetween(0.2, 0.3);
  }

  /** This happens if the word column is mistaken for the label column. */
  @Test
  void tooManyLabelsAreRejected() {
    List<LabeledSequence> train =
        IntStream.range(0, 2_100).mapToObj(i -> ToyCorpus.sentence("Rio/NP/B-W" + i)).toList();
    assertFails(
        LearningException.class,
        () -> ToyCorpus.settings().learn(train),
        "is this the label column");
  }

  /** Number of segment types. With two labels for each type, the labels do not fit into a byte. */
  private static final int TYPES = 129;

  @Test
  void moreThan256LabelsAreLearned() {
    List<LabeledSequence> train =
        IntStream.range(0, TYPES)
            .mapToObj(i -> ToyCorpus.sentence("w" + i + "/N/B-T" + i, "v" + i + "/N/I-T" + i))
            .toList();
    Model model =
        ToyCorpus.settings()
            .withCalibrationFolds(0)
            .withIterations(15)
            .withVariances(4, 1)
            .learn(train);

    assertThat(model.labels().size()).isEqualTo(2 * TYPES);

    for (LabeledSequence sentence : train.subList(0, 10)) {
      assertThat(model.tagger().tag(sentence.tokens()).labels())
          .isEqualTo(sentence.labels(TagScheme.IOB2));
    }
  }
}
