package org.gpchain.internal.training.trainers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** Wrong label for each label: persons and places are exchanged. */
  private static final Map<String, String> WRONG =
      Map.of("O", "O", "B-PER", "B-LOC", "I-PER", "I-LOC", "B-LOC", "B-PER", "I-LOC", "I-PER");

  /** Returns annotated sentences, and 300 sentences that voices have labeled right or wrong. */
  private static List<LabeledSequence> corpus(int annotated, boolean isRight) {
    List<LabeledSequence> corpus = new ArrayList<>(ToyCorpus.sentences(annotated, 1));
    for (LabeledSequence sentence : ToyCorpus.sentences(300, 2)) {
      List<String> labels = sentence.labels(TagScheme.IOB2);
      List<UnknownToken> unknown = new ArrayList<>();
      for (int t = 0; t < sentence.length(); t++) {
        String label = isRight ? labels.get(t) : WRONG.get(labels.get(t));
        unknown.add(new UnknownToken(t, Set.of(), new TreeMap<>(Map.of(label, 1.0))));
      }
      corpus.add(new LabeledSequence(sentence.tokens(), List.of(), unknown));
    }
    return corpus;
  }

  private static Model learn(List<LabeledSequence> sentences) {
    Task task = ToyCorpus.settings().task();
    TrainingData data = PLAN.data(sentences, task);
    return PLAN.learn(data, sentences, Progress.NONE);
  }

  @Test
  void wrongVoicesAreLeftOut() {
    Model model = learn(corpus(40, false));
    assertThat(WithoutVoices.isOf(model)).isTrue();
    assertThat(model.provenance().sentences()).isEqualTo(40);
    assertThat(model.calibration().heldOutF1()).isGreaterThan(0.5);
  }

  @Test
  void rightVoicesAreKept() {
    Model model = learn(corpus(40, true));
    assertThat(WithoutVoices.isOf(model)).isFalse();
    assertThat(model.provenance().sentences()).isEqualTo(340);
  }

  @Test
  void fewAnnotatedSentencesDoNotSuffice() {
    assertThat(learn(corpus(10, false)).provenance().sentences()).isEqualTo(310);
  }
}
