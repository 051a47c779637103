package org.gpchain.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.ScoredSpan;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.ToySettings;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.calibration.CrossValidation.Criterion;
import org.gpchain.training.calibration.CrossValidation.Trial;
import org.gpchain.training.data.BlockFolds;
import org.gpchain.training.data.TrainingData;
import org.gpchain.training.trainers.Trainers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The choice of variances inside a training corpus. */
class CrossValidationTest {
  private static final List<LabeledSequence> CORPUS = ToyCorpus.sentences(23, 7);

  private static PriorSettings choose(
      ToySettings settings, Criterion criterion, List<Trial> trialsOut) {
    return new CrossValidation(Trainers.ofMeans(settings.trainer()), criterion, trialsOut::add)
        .choose(settings.trainer().prior(), settings.data(CORPUS));
  }

  private static List<Trial> trials(ToySettings settings, Criterion criterion) {
    List<Trial> trials = new ArrayList<>();
    choose(settings, criterion, trials);
    return trials;
  }

  @ParameterizedTest
  @EnumSource(Criterion.class)
  void choosesTheBestOfItsTrials(Criterion criterion) {
    assertThat(criterion).hasToString(criterion == Criterion.NLL ? "nll" : "f1");
    List<Trial> trials = new ArrayList<>();
    PriorSettings chosen = choose(ToyCorpus.settings().withKernelRounds(9), criterion, trials);
    Comparator<Trial> better =
        criterion == Criterion.NLL
            ? Comparator.comparingDouble(Trial::nll)
            : Comparator.comparingDouble(Trial::f1).reversed();
    Trial best = trials.stream().min(better).orElseThrow();
    assertThat(chosen)
        .isEqualTo(
            ToyCorpus.settings()
                .withVariances(best.variance(), best.transitionVariance())
                .trainer()
                .prior());
  }

  @Test
  void triesTransitionsAfterWeightsAndWithTheBestOfThem() {
    List<Trial> trials = trials(ToyCorpus.settings(), Criterion.NLL);
    List<Trial> weights = trials.stream().filter(t -> t.transitionVariance() == 1).toList();
    Trial best = weights.stream().min(Comparator.comparingDouble(Trial::nll)).orElseThrow();
    assertThat(trials.subList(0, weights.size())).isEqualTo(weights);
    assertThat(trials.subList(weights.size(), trials.size()))
        .isNotEmpty()
        .allMatch(trial -> trial.variance() == best.variance());
  }

  @Test
  void figuresAreSaneAndRepeatable() {
    List<Trial> trials = trials(ToyCorpus.settings(), Criterion.F1);
    assertThat(trials)
        .allMatch(trial -> trial.nll() > 0 && trial.f1() >= 0 && trial.f1() <= 1)
        .anyMatch(trial -> trial.f1() > 0.5);
    assertThat(trials(ToyCorpus.settings().withThreads(3), Criterion.F1)).isEqualTo(trials);
  }

  /**
   * By hand: models without one block of sentences each, and what they say of that block. Gold
   * segments do not depend on the scheme in which a model writes them.
   */
  @ParameterizedTest
  @EnumSource(names = "TOKEN", mode = EnumSource.Mode.EXCLUDE)
  void aTrialMeasuresEachBlockOnAModelOfTheOthers(TagScheme scheme) {
    ToySettings settings = ToyCorpus.settings().withScheme(scheme);
    TrainingData data = settings.data(CORPUS);
    BlockFolds folds = new BlockFolds(CORPUS.size(), CrossValidation.FOLDS);
    SpanCounts counts = SpanCounts.NONE;
    double nll = 0;
    int tokens = 0;
    for (int fold = 0; fold < CrossValidation.FOLDS; fold++) {
      Model model =
          Trainers.ofMeans(settings.trainer())
              .train(
                  data.select(folds.others(fold)), new Start(Prior.of(6, 0.3, 1)), Progress.NONE);
      assertThat(model.scheme()).isEqualTo(scheme);
      for (int n : folds.heldOut(fold)) {
        LabeledSequence sentence = CORPUS.get(n);
        Prediction prediction = model.tagger().tag(sentence.tokens());
        List<Span> predicted = prediction.spans().stream().map(ScoredSpan::span).toList();
        counts = counts.plus(SpanCounts.of(sentence.spans(), predicted));
        for (int t = 0; t < sentence.length(); t++) {
          int gold = data.labels().indexOf(sentence.labels(scheme).get(t));
          nll -= Math.log(prediction.marginal(t, gold));
          tokens++;
        }
      }
    }
    Trial first = trials(settings, Criterion.NLL).get(0);
    assertThat(first.variance()).isEqualTo(0.3);
    assertThat(first.nll()).isCloseTo(nll / tokens, within(1e-9));
    assertThat(first.f1()).isEqualTo(counts.f1()).isGreaterThan(0.5);
  }

  @Test
  void withoutTransitionsTheirVarianceIsLeftAlone() {
    TemplateSet templates = TemplateSet.parse("U00:%x[0,word]", ToyCorpus.COLUMNS);
    ToySettings settings = ToySettings.of("ne", templates).withIterations(20);
    assertThat(trials(settings, Criterion.NLL))
        .hasSize(5)
        .allMatch(trial -> trial.transitionVariance() == 1);
  }

  @Test
  void theSearchItselfNeedsNoCovariance() {
    assertThat(trials(ToyCorpus.withCovariance(), Criterion.NLL))
        .isEqualTo(trials(ToyCorpus.settings(), Criterion.NLL));
  }

  @Test
  void needsASentenceForEachFold() {
    ToySettings settings = ToyCorpus.settings();
    CrossValidation search =
        new CrossValidation(Trainers.ofMeans(settings.trainer()), Criterion.NLL, trial -> {});
    TrainingData few = settings.data(CORPUS.subList(0, 4));
    assertRefused(() -> search.choose(settings.trainer().prior(), few), "at least 5, was 4");
  }
}
