package org.gpchain.internal.training.decoupled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.gpchain.core.NaiveAlgebra.doubles;
import static org.gpchain.core.NaiveAlgebra.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ReproducibleTrainingContract;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecoupledTrainerTest extends ReproducibleTrainingContract {
  private static final double NEAR_ONE = 0.97;

  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final List<LabeledSequence> heldOut = ToyCorpus.sentences(20, 2);

  @Override
  protected ToySettings settings() {
    return ToyCorpus.settings();
  }

  @Test
  void modelPredictsItsTrainingCorpus() {
    Model model = ToyCorpus.settings().learn(train);
    assertThat(model.posterior().hasCovariance()).isFalse();
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(NEAR_ONE);
    assertThat(ToyCorpus.f1(model.tagger(), heldOut)).isGreaterThan(0.7);
  }

  /**
   * Average gradients stop when the estimated objective is within 0.1 % of its minimum. The
   * estimate may be off by a factor of two.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void objectiveIsThatOfLbfgs(long seed) {
    List<LabeledSequence> large = ToyCorpus.sentences(200, 3);
    ToySettings settings = ToyCorpus.settings().withCalibrationFolds(0).withIterations(300);
    TrainingData data = settings.data(large);
    double minimum = LbfgsMean.objective(data, settings.prior(data));
    double objective = settings.withSeed(seed).learn(large).run().objective();
    assertThat(objective).isCloseTo(minimum, withinPercentage(0.2));
  }

  @Test
  void learnsAVarianceForEachTemplateLine() {
    ToySettings settings = ToyCorpus.settings().withKernelRounds(3);
    Model model = settings.learn(train);
    assertThat(model.prior().groupVariance()).hasSize(6).doesNotContain(settings.variance());
    for (int threads : new int[] {2, 3}) {
      assertThat(ModelEntries.of(settings.withThreads(threads).learn(train)))
          .isEqualTo(ModelEntries.of(model));
    }
  }

  @Test
  void modelDescribesItsTaskAndItsOrigin() {
    ToySettings settings =
        ToyCorpus.settings().withLanguage("en").withSeed(9).withVariances(0.7, 1.5);
    Model model = settings.learn(train);

    assertThat(model.task().name()).isEqualTo("ne");
    assertThat(model.language()).isEqualTo("en");
    assertThat(model.scheme()).isEqualTo(TagScheme.IOB2);
    assertThat(model.labels().labels()).containsExactly("B-LOC", "B-PER", "I-LOC", "I-PER", "O");
    assertThat(model.posTagset()).isPresent();
    assertThat(model.prior().groupVariance()).hasSize(6).containsOnly(0.7);
    assertThat(model.provenance().settings())
        .containsAllEntriesOf(settings.trainer().asProvenance())
        .containsEntry("posterior", "decoupled")
        .containsEntry("cutoff", "1")
        .containsEntry("pruning", "0.002")
        .containsEntry("calibrationFolds", "5")
        .containsEntry("variance", "0.7")
        .containsEntry("pairwiseVariance", "1.5");
    assertThat(model.prior().transitionVariance()).isEqualTo(1.5);
    assertThat(model.provenance().seed()).isEqualTo(9);
    assertThat(model.provenance().sentences()).isEqualTo(20);
    assertThat(model.provenance().tokens())
        .isEqualTo(train.stream().mapToInt(LabeledSequence::length).sum());
    assertThat(model.provenance().libraryVersion()).matches("\\d+\\.\\d+\\.\\d+.*");
    assertThat(model.provenance().dataHash()).isEqualTo(settings.data(train).hash());
    assertThat(model.run().threads()).isEqualTo(1);
    assertThat(model.run().seconds()).isPositive();
    assertThat(model.run().stopReason()).isNotEmpty();
  }

  @Test
  void rareFeaturesAreCutOff() {
    TemplateSet words = TemplateSet.parse("U00:%x[0,word]\nB", ToyCorpus.COLUMNS);
    List<LabeledSequence> corpus =
        List.of(
            ToyCorpus.sentence("a/D/O", "Ann/NP/B-PER", "a/D/O"),
            ToyCorpus.sentence("a/D/O", "Bob/NP/B-PER", "Ann/NP/I-PER"));
    ToySettings settings = ToySettings.of("ne", words).withThreads(1).withIterations(20);
    int[] features = {3, 2, 1, 0};
    for (int cutoff = 1; cutoff <= 4; cutoff++) {
      Model model = settings.withCutoff(cutoff).learn(corpus);
      assertThat(model.vocabulary().featureCount()).isEqualTo(features[cutoff - 1]);
      assertThat(model.tagger().tag(corpus.get(0).tokens()).length()).isEqualTo(3);
    }
  }

  /** Initial means save passes and lead to the same optimum. */
  @Test
  void fitStartsAtInitialMeans() {
    ToySettings settings = ToyCorpus.settings().withIterations(300);
    DecoupledTrainer trainer = new DecoupledTrainer(settings.trainer());
    TrainingData data = settings.data(train);
    Start cold = trainer.start(data, Progress.NONE);
    Model optimum = trainer.train(data, cold, Progress.NONE);

    double[] weights = doubles(ToyCorpus.decoupled(optimum).weights());
    Mean mean = new Mean(() -> weights, optimum.posterior().pairwiseMean());
    Start warm = new Start(cold.prior(), mean, 0, List.of());
    List<Double> fromZero = objectives(trainer, data, cold);
    List<Double> fromMean = objectives(trainer, data, warm);
    assertThat(fromMean.size()).isLessThanOrEqualTo(fromZero.size() / 4);
    double minimum = optimum.run().objective();
    assertThat(fromMean).allSatisfy(o -> assertThat(o).isCloseTo(minimum, withinPercentage(0.5)));
    assertThat(fromZero.get(0)).isGreaterThan(1.1 * minimum);
  }

  private static List<Double> objectives(DecoupledTrainer trainer, TrainingData data, Start start) {
    List<Double> objectives = new ArrayList<>();
    trainer.train(data, start, step -> objectives.add(step.objective()));
    return objectives;
  }

  /** The weights are zero even if the initial means have weights for these features. */
  @Test
  void featuresThatDoNotOccurHaveZeroWeights() {
    TrainingData data = ToyCorpus.settings().data(train);
    TrainingData part = data.select(new int[] {0, 1, 2});
    double[] ones = filled(data.vocabulary().featureCount() * data.labels().size(), 1);
    DecoupledTrainer trainer = new DecoupledTrainer(ToyCorpus.settings().trainer());
    Prior prior = trainer.start(data, Progress.NONE).prior();
    Mean mean = new Mean(() -> ones, new double[data.labels().size() * data.labels().size()]);
    Model model = trainer.train(part, new Start(prior, mean, 0, List.of()), Progress.NONE);
    int[] used = part.encoded().rows().usedColumns();

    assertThat(used).hasSizeLessThan(data.vocabulary().featureCount());

    float[] weights = ToyCorpus.decoupled(model).weights();
    int v = data.labels().size();
    for (int d = 0; d < data.vocabulary().featureCount(); d++) {
      if (Arrays.binarySearch(used, d) < 0) {
        assertThat(Arrays.copyOfRange(weights, d * v, (d + 1) * v)).containsOnly(0);
      }
    }
  }
}
