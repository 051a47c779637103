package org.gpchain.internal.training.covariance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.training.ReproducibleTrainingContract;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
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
  void transitionsThatDoNotOccurKeepTheirPriorVariances() {
    List<LabeledSequence> single =
        List.of(ToyCorpus.sentence("Ann/NP/B-PER"), ToyCorpus.sentence("Oslo/NP/B-LOC"));
    Model model = ToyCorpus.withCovariance().learn(single);
    assertThat(ToyCorpus.decoupled(model).pairwiseVariance()).containsOnly(1);
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
