package org.gpchain.training.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.training.LearnerSettings;
import org.gpchain.training.ToyCorpus;
import org.gpchain.training.calibration.CrossValidation.Criterion;
import org.gpchain.training.calibration.CrossValidation.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The choice of variances inside a training corpus. */
class CrossValidationTest {
  private static final List<LabeledSequence> CORPUS = ToyCorpus.sentences(23, 7);

  private static List<Trial> trials(LearnerSettings settings, Criterion criterion) {
    List<Trial> trials = new ArrayList<>();
    new CrossValidation(criterion, trials::add).choose(settings, CORPUS);
    return trials;
  }

  @ParameterizedTest
  @EnumSource(Criterion.class)
  void choosesTheBestOfItsTrials(Criterion criterion) {
    List<Trial> trials = new ArrayList<>();
    LearnerSettings chosen =
        new CrossValidation(criterion, trials::add).choose(ToyCorpus.settings(), CORPUS);
    Comparator<Trial> better =
        criterion == Criterion.NLL
            ? Comparator.comparingDouble(Trial::nll)
            : Comparator.comparingDouble(Trial::f1).reversed();
    Trial best = trials.stream().min(better).orElseThrow();
    assertThat(chosen.variance()).isEqualTo(best.variance());
    assertThat(chosen.pairwiseVariance()).isEqualTo(best.pairwiseVariance());
    assertThat(chosen.withVariances(1, 1)).isEqualTo(ToyCorpus.settings().withVariances(1, 1));
  }

  @Test
  void triesTransitionsAfterWeightsAndWithTheBestOfThem() {
    List<Trial> trials = trials(ToyCorpus.settings(), Criterion.NLL);
    double given = ToyCorpus.settings().pairwiseVariance();
    List<Trial> weights = trials.stream().filter(t -> t.pairwiseVariance() == given).toList();
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

  @Test
  void withoutTransitionsTheirVarianceIsLeftAlone() {
    TemplateSet templates = TemplateSet.parse("U00:%x[0,word]", ToyCorpus.COLUMNS);
    LearnerSettings settings =
        LearnerSettings.of("ne", templates).withKernelRounds(0).withIterations(20);
    assertThat(trials(settings, Criterion.NLL))
        .allMatch(trial -> trial.pairwiseVariance() == settings.pairwiseVariance());
  }

  @Test
  void theSearchItselfNeedsNoCovariance() {
    assertThat(trials(ToyCorpus.withCovariance(), Criterion.NLL))
        .isEqualTo(trials(ToyCorpus.settings(), Criterion.NLL));
  }

  @Test
  void needsASentenceForEachFold() {
    CrossValidation search = new CrossValidation(Criterion.NLL, trial -> {});
    assertThatThrownBy(() -> search.choose(ToyCorpus.settings(), CORPUS.subList(0, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 5, was 4");
  }
}
