package org.gpchain.internal.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.training.data.Task;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract of trainers: a model depends only on the sentences, the settings and the seed, and can
 * be written and read. Unusual corpora and templates can be learned, too.
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

  @Test
  void progressGrowsUntilTheEnd() {
    List<Step> steps = new ArrayList<>();
    Model model = settings().withCalibrationFolds(0).learn(train, steps::add);

    assertThat(steps).extracting(Step::done).isSorted().endsWith(1.0);
    assertThat(steps.get(0).done()).isBetween(0.0, 0.35);
    assertThat(steps).extracting(Step::objective).allMatch(Double::isFinite);
    assertThat(steps.get(steps.size() - 1).objective()).isEqualTo(model.run().objective());
  }

  @Test
  void withoutTransitionTemplateThereAreNoTransitionScores() {
    List<String> lines = ToyCorpus.TEMPLATES.lines();
    TemplateSet noTransitions =
        TemplateSet.parse(String.join("\n", lines.subList(0, lines.size() - 1)), ToyCorpus.COLUMNS);
    ToySettings settings = new ToySettings(Task.of("ne", noTransitions), settings().trainer());
    Model model = settings.withKernelRounds(2).withIterations(20).learn(train);

    assertThat(model.prior().transitionVariance()).isZero();
    assertClose("g", model.posterior().pairwiseMean(), new double[25], 0);
    assertClose("Var g", ToyCorpus.decoupled(model).pairwiseVariance(), new double[25], 0);
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(0.9);
  }

  @Test
  void singleLabelHasProbabilityOne() {
    List<LabeledSequence> sentences =
        List.of(ToyCorpus.sentence("a/D/O", "dog/N/O"), ToyCorpus.sentence("./S/O"));
    Model model = settings().withVariances(4, 1).learn(sentences);

    Prediction prediction = model.tagger().tag(sentences.get(0).tokens());
    assertThat(prediction.labels()).containsExactly("O", "O");
    assertClose("p(O)", prediction.marginal(1, 0), 1, ROUNDING);
    assertThat(model.run().objective()).isLessThan(ROUNDING);
  }

  @Test
  void sentencesOfOneTokenHaveNoTransitions() {
    List<LabeledSequence> sentences =
        List.of(
            ToyCorpus.sentence("Ann/NP/B-PER"),
            ToyCorpus.sentence("Oslo/NP/B-LOC"),
            ToyCorpus.sentence("the/D/O"),
            ToyCorpus.sentence("Bob/NP/B-PER"));
    Model model = settings().withVariances(4, 1).learn(sentences);

    for (LabeledSequence sentence : sentences) {
      assertThat(model.tagger().tag(sentence.tokens()).labels())
          .isEqualTo(sentence.labels(TagScheme.IOB2));
    }
    assertClose("g", model.posterior().pairwiseMean(), new double[9], ROUNDING);
  }
}
