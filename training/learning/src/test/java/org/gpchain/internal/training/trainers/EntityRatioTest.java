package org.gpchain.internal.training.trainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

class EntityRatioTest {
  private static final Model MODEL = learned(TagScheme.IOB2);

  private static Model learned(TagScheme scheme) {
    TrainerSettings settings = TrainerSettings.DEFAULT.with(new Run(1, 1));
    Task task = Task.of("ne", ToyCorpus.TEMPLATES).withScheme(scheme);
    TrainingData data = TrainingData.of(ToyCorpus.sentences(100, 1), task);
    return Trainers.of(settings.with(settings.prior().withRounds(0))).train(data, Progress.NONE);
  }

  /** Returns sentences whose tokens outside of segments are unknown. */
  private static List<LabeledSequence> incomplete(List<LabeledSequence> sentences) {
    List<LabeledSequence> incomplete = new ArrayList<>();
    for (LabeledSequence sentence : sentences) {
      Annotated.SEGMENTS.of(sentence, false).ifPresent(incomplete::add);
    }
    return incomplete;
  }

  @Test
  void ratioIsTheMeanProbabilityOfSegmentLabels() {
    List<LabeledSequence> sentences = incomplete(ToyCorpus.sentences(20, 2));
    double inside = 0;
    int tokens = 0;
    for (LabeledSequence sentence : sentences) {
      Prediction prediction = MODEL.tagger().tag(sentence.tokens());
      for (int t = 0; t < sentence.length(); t++) {
        inside += 1 - prediction.marginal(t, MODEL.labels().indexOf("O"));
        tokens++;
      }
    }
    assertThat(EntityRatio.of(MODEL, sentences)).isCloseTo(inside / tokens, within(1e-12));

    List<LabeledSequence> withComplete = new ArrayList<>(sentences);
    withComplete.addAll(ToyCorpus.sentences(30, 3));
    assertThat(EntityRatio.of(MODEL, withComplete)).isCloseTo(inside / tokens, within(1e-12));
  }

  @Test
  void completeSentencesAreIgnored() {
    assertThat(EntityRatio.of(MODEL, ToyCorpus.sentences(20, 2))).isZero();
    assertThat(EntityRatio.of(learned(TagScheme.TOKEN), incomplete(ToyCorpus.sentences(20, 2))))
        .isZero();
  }

  @Test
  void warnsIfTheRatioIsFarAboveTheExpectedOne() {
    List<LabeledSequence> sentences = incomplete(ToyCorpus.sentences(20, 2));
    double ratio = EntityRatio.of(MODEL, sentences);
    assertThat(EntityRatio.warning(MODEL, sentences, ratio / 1.4, "--x")).isEmpty();
    assertThat(EntityRatio.warning(MODEL, sentences, 0, "--x")).isEmpty();
    assertThat(EntityRatio.warning(MODEL, sentences, ratio / 3, "--x").orElseThrow())
        .contains("3.0 times as many", "a smaller --x than");
  }
}
