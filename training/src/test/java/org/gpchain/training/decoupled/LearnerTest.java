package org.gpchain.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.assertClose;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.LearningListener;
import org.gpchain.training.ModelEntries;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.data.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The learner learns, and what it learns depends on the data, the settings and the seed alone. */
class LearnerTest {
  private static final double NEAR_ONE = 0.97;

  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final List<LabeledSequence> heldOut = ToyCorpus.sentences(20, 2);

  private static Model learn(LearnerSettings settings, List<LabeledSequence> train) {
    return new Learner(settings, LearningListener.SILENT).learn(train, List.of());
  }

  @Test
  void learnsItsCorpusWithThePlugInMean() {
    Model model = learn(ToyCorpus.settings(), train);
    assertThat(ToyCorpus.decoupled(model).covariance()).isEmpty();
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(NEAR_ONE);
    assertThat(ToyCorpus.f1(model.tagger(), heldOut)).isGreaterThan(0.7);
  }

  @Test
  void learnsItsCorpusWithACovariance() {
    Model model = learn(ToyCorpus.withCovariance(), train);
    assertThat(ToyCorpus.decoupled(model).covariance().orElseThrow().projection().size())
        .isEqualTo(12);
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(NEAR_ONE);
    for (double variance : ToyCorpus.decoupled(model).pairwiseVariance()) {
      assertThat(variance).isGreaterThan(0).isLessThanOrEqualTo(1);
    }
    DecodingOptions sampling = new DecodingOptions(DecodingOptions.Decoding.MARGINAL, 20, false, 1);
    assertThat(ToyCorpus.f1(model.tagger(sampling), train)).isGreaterThan(NEAR_ONE);
  }

  /** With enough sentences for several blocks of them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 12})
  void sameModelOnAnyNumberOfThreads(int inducing) {
    List<LabeledSequence> large = ToyCorpus.sentences(200, 3);
    LearnerSettings settings = ToyCorpus.settings().withInducing(inducing, 2, 2);
    Map<String, ByteBuffer> one = ModelEntries.of(learn(settings.withThreads(1), large));
    assertThat(one).containsKey("manifest.json").hasSizeGreaterThan(5);
    for (int threads : new int[] {2, 3}) {
      assertThat(ModelEntries.of(learn(settings.withThreads(threads), large))).isEqualTo(one);
    }
  }

  @Test
  void sameSeedSameModel() {
    LearnerSettings settings = ToyCorpus.withCovariance().withSeed(5);
    assertThat(ModelEntries.of(learn(settings, train)))
        .isEqualTo(ModelEntries.of(learn(settings, train)));
  }

  /** Nothing but inducing points and their samples is random. */
  @Test
  void seedMattersWithACovarianceOnly() {
    LearnerSettings settings = ToyCorpus.settings();
    assertThat(ModelEntries.arrays(learn(settings.withSeed(2), train)))
        .isEqualTo(ModelEntries.arrays(learn(settings.withSeed(1), train)));
    Map<String, ByteBuffer> first =
        ModelEntries.arrays(learn(ToyCorpus.withCovariance().withSeed(1), train));
    Map<String, ByteBuffer> second =
        ModelEntries.arrays(learn(ToyCorpus.withCovariance().withSeed(2), train));
    assertThat(second).isNotEqualTo(first).hasSameSizeAs(first);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12})
  void heldOutSentencesDoNotChangeTheModel(int inducing) {
    LearnerSettings settings = ToyCorpus.settings().withInducing(inducing, 4, 2);
    Model model = new Learner(settings, LearningListener.SILENT).learn(train, heldOut);
    assertThat(ModelEntries.of(model)).isEqualTo(ModelEntries.of(learn(settings, train)));
  }

  @Test
  void learnsAVarianceForEachTemplateLine() {
    LearnerSettings settings = ToyCorpus.settings().withKernelRounds(3);
    Model model = learn(settings, train);
    assertThat(model.groupVariance()).hasSize(6).doesNotContain(settings.variance());
    for (int threads : new int[] {2, 3}) {
      assertThat(ModelEntries.of(learn(settings.withThreads(threads), train)))
          .isEqualTo(ModelEntries.of(model));
    }
  }

  /** Kernel learning needs a sentence for each of its folds. */
  @Test
  void withVeryFewSentencesVariancesStayAsTheyAre() {
    LearnerSettings settings = ToyCorpus.settings().withKernelRounds(3).withVariances(0.7, 1);
    assertThat(learn(settings, train.subList(0, 4)).groupVariance()).containsOnly(0.7);
  }

  @Test
  void modelSaysWhatItIsAndWhereItComesFrom() {
    LearnerSettings settings =
        ToyCorpus.settings().withLanguage("en").withSeed(9).withVariances(0.7, 1.5);
    Model model = learn(settings, train);
    assertThat(model.task()).isEqualTo("ne");
    assertThat(model.language()).isEqualTo("en");
    assertThat(model.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(model.labels().labels()).containsExactly("B-LOC", "B-PER", "I-LOC", "I-PER", "O");
    assertThat(model.posTagset()).isPresent();
    assertThat(model.groupVariance()).hasSize(6).containsOnly(0.7);
    assertThat(model.provenance().settings())
        .isEqualTo(settings.asProvenance())
        .containsEntry("variance", "0.7")
        .containsEntry("pairwiseVariance", "1.5");
    assertThat(model.provenance().seed()).isEqualTo(9);
    assertThat(model.provenance().sentences()).isEqualTo(20);
    assertThat(model.provenance().tokens())
        .isEqualTo(train.stream().mapToInt(LabeledSequence::length).sum());
    assertThat(model.provenance().libraryVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(model.provenance().dataHash()).isEqualTo(TrainingData.of(train, settings).hash());
    assertThat(model.run().threads()).isEqualTo(1);
    assertThat(model.run().seconds()).isPositive();
    assertThat(model.run().stopReason()).isNotEmpty();
  }

  @Test
  void withoutTransitionTemplateThereAreNoTransitionScores() {
    List<String> lines = ToyCorpus.TEMPLATES.lines();
    TemplateSet noTransitions =
        TemplateSet.parse(String.join("\n", lines.subList(0, lines.size() - 1)), ToyCorpus.COLUMNS);
    for (int inducing : new int[] {0, 12}) {
      LearnerSettings settings =
          LearnerSettings.of("ne", noTransitions)
              .withIterations(20)
              .withThreads(1)
              .withInducing(inducing, 2, 1);
      Model model = learn(settings, train);
      assertClose("g", model.posterior().pairwiseMean(), new double[25], 0);
      assertClose("Var g", ToyCorpus.decoupled(model).pairwiseVariance(), new double[25], 0);
      assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(0.9);
    }
  }

  @Test
  void rareFeaturesAreCutOff() {
    TemplateSet words = TemplateSet.parse("U00:%x[0,word]\nB", ToyCorpus.COLUMNS);
    List<LabeledSequence> corpus =
        List.of(
            ToyCorpus.sentence("a/D/O", "Ann/NP/B-PER", "a/D/O"),
            ToyCorpus.sentence("a/D/O", "Bob/NP/B-PER", "Ann/NP/I-PER"));
    LearnerSettings settings = LearnerSettings.of("ne", words).withThreads(1).withIterations(20);
    int[] features = {3, 2, 1, 0};
    for (int cutoff = 1; cutoff <= 4; cutoff++) {
      Model model = learn(settings.withCutoff(cutoff), corpus);
      assertThat(model.vocabulary().featureCount()).isEqualTo(features[cutoff - 1]);
      assertThat(model.tagger().tag(corpus.get(0).tokens()).length()).isEqualTo(3);
    }
  }

  @Test
  void moreInducingPointsThanTokensAreAllTokens() {
    List<LabeledSequence> few = train.subList(0, 3);
    int tokens = few.stream().mapToInt(LabeledSequence::length).sum();
    Model asked = learn(ToyCorpus.settings().withInducing(1000, 2, 1), few);
    Model exact = learn(ToyCorpus.settings().withInducing(tokens, 2, 1), few);
    assertThat(ToyCorpus.decoupled(asked).covariance().orElseThrow().projection().size())
        .isEqualTo(tokens);
    assertThat(ModelEntries.arrays(asked)).isEqualTo(ModelEntries.arrays(exact));
  }
}
