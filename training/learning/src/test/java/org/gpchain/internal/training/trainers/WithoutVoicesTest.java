package org.gpchain.internal.training.trainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

class WithoutVoicesTest {
  private static final TrainingPlan PLAN =
      TrainingPlan.builder(Setting::option).set(Setting.KERNEL_ROUNDS, 0).build();

  private static final Map<String, String> WRONG =
      Map.of("O", "O", "B-PER", "B-LOC", "I-PER", "I-LOC", "B-LOC", "B-PER", "I-LOC", "I-PER");

  /** Annotated sentences, and others of which voices say the truth, or take persons for places. */
  private static List<LabeledSequence> corpus(int annotated, boolean isTrue) {
    List<LabeledSequence> all = new ArrayList<>(ToyCorpus.sentences(annotated, 1));
    for (LabeledSequence one : ToyCorpus.sentences(300, 2)) {
      List<String> labels = one.labels(TagScheme.IOB2);
      List<UnknownToken> unknown =
          IntStream.range(0, one.length())
              .mapToObj(
                  t ->
                      new UnknownToken(
                          t,
                          Set.of(),
                          new TreeMap<>(
                              Map.of(isTrue ? labels.get(t) : WRONG.get(labels.get(t)), 1.0))))
              .toList();
      all.add(new LabeledSequence(one.tokens(), List.of(), unknown));
    }
    return all;
  }

  private static Model learn(List<LabeledSequence> sentences) {
    Task task = ToyCorpus.settings().task();
    TrainingData data = PLAN.data(sentences, task);
    return PLAN.learn(data, sentences, Progress.NONE);
  }

  @Test
  void voicesThatDoHarmAreLeftOut() {
    Model model = learn(corpus(40, false));
    assertThat(WithoutVoices.isOf(model)).isTrue();
    assertThat(model.provenance().sentences()).isEqualTo(40);
    assertThat(model.calibration().heldOutF1()).isGreaterThan(0.5);
  }

  @Test
  void voicesThatHelpAreKept() {
    Model model = learn(corpus(40, true));
    assertThat(WithoutVoices.isOf(model)).isFalse();
    assertThat(model.provenance().sentences()).isEqualTo(340);
  }

  @Test
  void aFewAnnotatedSentencesAreNoEvidence() {
    assertThat(learn(corpus(10, false)).provenance().sentences()).isEqualTo(310);
  }
}
