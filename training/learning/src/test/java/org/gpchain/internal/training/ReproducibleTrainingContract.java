package org.gpchain.internal.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract of trainers: a model depends only on the sentences, the settings and the seed, and can
 * be written and read.
 */
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
  void otherSeedGivesAnotherModel() {
    ToySettings settings = settings().withPruning(0);

    Map<String, ByteBuffer> first = ModelEntries.arrays(settings.withSeed(1).learn(train));
    Map<String, ByteBuffer> second = ModelEntries.arrays(settings.withSeed(2).learn(train));

    assertThat(second).isNotEqualTo(first).hasSameSizeAs(first);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e29, 1e-29})
  void modelsWithExtremeVariancesCanBeRead(double variance) throws IOException {
    ToySettings settings = settings().withVariances(variance, variance);
    Model model = settings.learn(ToyCorpus.sentences(5, 1));
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ModelWriter.write(model, file);

    Model read =
        ModelReader.read(new ByteArrayInputStream(file.toByteArray()), Contents.EVERYTHING);

    assertThat(read.posterior().hasCovariance()).isEqualTo(model.posterior().hasCovariance());
  }

  @Test
  void heldOutSentencesDoNotChangeTheModel() {
    List<LabeledSequence> heldOut = ToyCorpus.sentences(20, 2);

    Model model = settings().learn(train, new HeldOutProgress(heldOut, Progress.NONE));

    assertThat(ModelEntries.of(model)).isEqualTo(ModelEntries.of(settings().learn(train)));
  }
}
