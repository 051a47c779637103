package org.gpchain.internal.training.covariance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.training.ModelEntries;
import org.gpchain.internal.training.ReproducibleTrainingContract;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress.Step;
import org.junit.jupiter.api.Test;

/** Tests the training of decoupled posteriors with inducing points. */
class CovarianceTrainerTest extends ReproducibleTrainingContract {
  private static final double NEAR_ONE = 0.97;

  private final List<LabeledSequence> train = ToyCorpus.sentences(20, 1);
  private final List<Step> steps = new ArrayList<>();

  @Override
  protected ToySettings settings() {
    return ToyCorpus.withCovariance();
  }

  @Test
  void learnsItsCorpusWithACovariance() {
    Model model = ToyCorpus.withCovariance().learn(train);
    assertThat(ToyCorpus.covariance(model).projection().size()).isEqualTo(12);
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(NEAR_ONE);
    for (double variance : ToyCorpus.decoupled(model).pairwiseVariance()) {
      assertThat(variance).isGreaterThan(0).isLessThanOrEqualTo(1);
    }
    DecodingOptions sampling = new DecodingOptions(DecodingOptions.Decoding.MARGINAL, 20, false, 1);
    assertThat(ToyCorpus.f1(model.tagger(sampling), train)).isGreaterThan(NEAR_ONE);
  }

  @Test
  void usesAllDistinctTokensIfThereAreFewerThanInducingPoints() {
    List<LabeledSequence> few = train.subList(0, 3);
    SparseRows rows = ToyCorpus.settings().data(few).encoded().rows();
    Stream<String> distinct =
        Arrays.stream(Corpora.dense(rows, 0, rows.rowCount())).map(Arrays::toString).distinct();
    int tokens = (int) distinct.count();
    Model asked = ToyCorpus.settings().withInducing(1000, 2, 1).learn(few);
    Model exact = ToyCorpus.settings().withInducing(tokens, 2, 1).learn(few);
    assertThat(ToyCorpus.covariance(asked).projection().size()).isEqualTo(tokens);
    assertThat(ModelEntries.arrays(asked)).isEqualTo(ModelEntries.arrays(exact));
  }

  @Test
  void hasNoTransitionScoresWithoutTransitionTemplates() {
    List<String> lines = ToyCorpus.TEMPLATES.lines();
    TemplateSet noTransitions =
        TemplateSet.parse(String.join("\n", lines.subList(0, lines.size() - 1)), ToyCorpus.COLUMNS);
    ToySettings settings =
        ToySettings.of("ne", noTransitions)
            .withKernelRounds(2)
            .withIterations(20)
            .withInducing(12, 2, 1);
    Model model = settings.learn(train);

    assertThat(model.prior().transitionVariance()).isZero();
    assertClose("g", model.posterior().pairwiseMean(), new double[25], 0);
    assertClose("Var g", ToyCorpus.decoupled(model).pairwiseVariance(), new double[25], 0);
    assertThat(ToyCorpus.f1(model.tagger(), train)).isGreaterThan(0.9);
  }

  @Test
  void learnsASingleLabel() {
    List<LabeledSequence> sentences =
        List.of(ToyCorpus.sentence("a/D/O", "dog/N/O"), ToyCorpus.sentence("./S/O"));
    Model model = ToyCorpus.settings().withInducing(3, 2, 2).withVariances(4, 1).learn(sentences);
    assertClose("p(O)", model.tagger().tag(sentences.get(0).tokens()).marginal(1, 0), 1, ROUNDING);
    assertThat(model.run().objective()).isLessThan(ROUNDING);
  }

  /** Transitions that do not occur keep their prior variances. */
  @Test
  void learnsFromSentencesOfOneToken() {
    List<LabeledSequence> single =
        List.of(
            ToyCorpus.sentence("Ann/NP/B-PER"),
            ToyCorpus.sentence("Oslo/NP/B-LOC"),
            ToyCorpus.sentence("the/D/O"),
            ToyCorpus.sentence("Bob/NP/B-PER"));
    Model model = ToyCorpus.settings().withInducing(3, 2, 2).withVariances(4, 1).learn(single);
    assertClose("g", model.posterior().pairwiseMean(), new double[9], ROUNDING);
    assertThat(ToyCorpus.decoupled(model).pairwiseVariance()).containsOnly(1);
  }

  @Test
  void rejectsWeightedColumns() {
    List<LabeledSequence> weighted =
        List.of(weighted("Ann/NP/B-PER", "sings/V/O"), weighted("Bob/NP/B-PER"));
    assertFails(
        LearningException.class,
        () -> ToyCorpus.withCovariance().learn(weighted),
        "without inducing points");
  }

  /** Returns a sentence whose tags have the weight 0.7. */
  private static LabeledSequence weighted(String... triples) {
    LabeledSequence sentence = ToyCorpus.sentence(triples);
    List<List<WeightedValue>> cells = new ArrayList<>();
    for (String tag : sentence.tokens().column("pos")) {
      cells.add(List.of(new WeightedValue(tag, 0.7)));
    }
    return sentence.withTokens(sentence.tokens().replaceWeighted("pos", cells));
  }

  @Test
  void doesNotPruneAModelWithACovariance() {
    Model model = ToyCorpus.withCovariance().withPruning(1e9).learn(train);
    assertThat(model.vocabulary().featureCount()).isGreaterThan(100);
  }

  /** The threads share each step, so that the folds of a model are trained one after the other. */
  @Test
  void trainsOneModelAtATime() {
    ToySettings settings = ToyCorpus.withCovariance().withThreads(3);
    assertThat(new CovarianceTrainer(settings.trainer()).modelsAtOnce(settings.data(train)))
        .isEqualTo(1);
  }

  @Test
  void doesNotCalibrate() {
    Model model = ToyCorpus.withCovariance().learn(train);
    assertThat(model.calibration()).isEqualTo(Calibration.NONE);
    assertThat(model.provenance().settings()).doesNotContainKey("calibrationFolds");
  }

  @Test
  void progressGrowsUntilTheEnd() {
    Model model = ToyCorpus.settings().withInducing(6, 2, 2).learn(train, steps::add);
    assertThat(steps).extracting(Step::done).isSorted().endsWith(1.0);
    assertThat(steps.get(0).done()).isBetween(0.0, 0.35);
    assertThat(steps).extracting(Step::objective).allMatch(Double::isFinite);
    assertThat(steps.get(steps.size() - 1).objective()).isEqualTo(model.run().objective());
  }

  /** Each phase lowers its objective. */
  @Test
  void phasesAreInOrderAndLowerTheObjective() {
    ToyCorpus.settings().withInducing(6, 2, 2).learn(train, steps::add);

    assertThat(steps.stream().map(Step::phase).distinct())
        .containsExactly("mean", "round 1/2", "round 2/2", "done");
    Map<String, List<Double>> values =
        steps.stream()
            .collect(
                Collectors.groupingBy(
                    Step::phase, Collectors.mapping(Step::objective, Collectors.toList())));
    List<Double> mean = values.remove("mean");
    assertThat(mean.get(mean.size() - 1)).isLessThan(0.5 * mean.get(0));
    assertThat(mean).allMatch(objective -> objective <= mean.get(0));
    values.forEach(
        (phase, objectives) ->
            assertThat(objectives).as(phase).isSortedAccordingTo(Comparator.reverseOrder()));
  }
}
