package org.gpchain.internal.training.trainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.junit.jupiter.api.Test;

/** Tests estimates of the time of training. */
class TrainingTimeTest {
  private static final Task TASK =
      Task.of("ne", TemplateSet.parse("U:%x[0,word]\nB", List.of(TokenSequence.WORD)));

  private static final TrainingPlan PLAN =
      TrainingPlan.builder(Setting::option)
          .set(Setting.KERNEL_ROUNDS, 0)
          .set(Setting.ITERATIONS, 4)
          .set(Setting.CALIBRATION_FOLDS, 0)
          .build();

  /** Returns one sentence for each type. It has two tokens, the first of which is a name. */
  private static List<LabeledSequence> sentences(int types) {
    List<LabeledSequence> sentences = new ArrayList<>();
    for (int type = 0; type < types; type++) {
      TokenSequence tokens = TokenSequence.ofWords(List.of("Vik" + type, "left"));
      sentences.add(new LabeledSequence(tokens, List.of(new Span(0, 1, "T" + type))));
    }
    return sentences;
  }

  private static double seconds(Task task, int types) {
    TrainingData data = PLAN.data(sentences(types), task);
    return PLAN.seconds(data);
  }

  private static Task withEncoder(int dimensions) {
    EncoderUse use = EncoderUse.of(new HashVectors("hash@training-time", 128));
    return TASK.withEncoder(use.withDimensions(dimensions));
  }

  /** 10 gradients of 160 tokens with 161 labels, 80 ns for each label. */
  @Test
  void manyLabelsTakeTime() {
    assertClose("seconds", seconds(TASK, 80), 10 * 160 * 161 * 80e-9, ROUNDING);
    assertThat(seconds(TASK, 20)).isZero();
  }

  /** Three blocks of 128 columns take half as much time again. */
  @Test
  void denseColumnsTakeTime() {
    double without = seconds(TASK, 80);
    assertClose("128 dimensions", seconds(withEncoder(128), 80), 1.5 * without, ROUNDING);
    assertClose("32 dimensions", seconds(withEncoder(32), 80), 1.125 * without, ROUNDING);
  }

  @Test
  void encodingTakesTime() {
    double seconds = TrainingPlan.encodingSeconds(sentences(1000), withEncoder(8));
    assertClose("seconds", seconds, 0.5, ROUNDING);
    assertThat(TrainingPlan.encodingSeconds(sentences(1000), TASK)).isZero();
  }
}
