package org.gpchain.internal.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

/** Contract of trainers: a model depends only on the sentences, the settings and the seed. */
public abstract class ReproducibleTrainingContract {
  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);

  /** Returns settings of the trainer under test. */
  protected abstract ToySettings settings();

  /** Uses enough sentences for several blocks. */
  @Test
  void sameModelOnAnyNumberOfThreads() {
    List<LabeledSequence> large = ToyCorpus.sentences(200, 3);
    ToySettings settings = settings().withSeed(7);

    Map<String, ByteBuffer> single = ModelEntries.of(settings.withThreads(1).learn(large));
    assertThat(single).containsKey("manifest.json").hasSizeGreaterThan(5);
    for (int threads : new int[] {2, 3}) {
      assertThat(ModelEntries.of(settings.withThreads(threads).learn(large))).isEqualTo(single);
    }
  }

  @Test
  void sameSeedSameModel() {
    ToySettings settings = settings().withSeed(5);

    assertThat(ModelEntries.of(settings.learn(train)))
        .isEqualTo(ModelEntries.of(settings.learn(train)));
  }

  @Test
  void heldOutSentencesDoNotChangeTheModel() {
    List<LabeledSequence> heldOut = ToyCorpus.sentences(20, 2);

    Model model = settings().learn(train, new HeldOutProgress(heldOut, Progress.NONE));

    assertThat(ModelEntries.of(model)).isEqualTo(ModelEntries.of(settings().learn(train)));
  }
}
