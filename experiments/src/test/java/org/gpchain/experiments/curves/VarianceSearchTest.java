package org.gpchain.experiments.curves;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.data.BlockFolds;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.DecoupledTrainer;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;

class VarianceSearchTest {
  private static final List<LabeledSequence> CORPUS = ToyCorpus.sentences(23, 7);

  private static PriorSettings choose(ToySettings settings) {
    return new VarianceSearch(new DecoupledTrainer(settings.trainer()))
        .choose(settings.trainer().prior(), settings.data(CORPUS));
  }

  /** Computes the loss independently: models trained without a block of sentences predict it. */
  private static double loss(ToySettings settings, double variance, double transitions) {
    TrainingData data = settings.data(CORPUS);
    Trainer trainer = new DecoupledTrainer(settings.trainer());
    Start start = new Start(Prior.of(data.groupCount(), variance, transitions));
    BlockFolds folds = new BlockFolds(CORPUS.size(), VarianceSearch.FOLDS);
    double loss = 0;

    for (int fold = 0; fold < VarianceSearch.FOLDS; fold++) {
      Model model = trainer.train(data.select(folds.others(fold)), start, Progress.NONE);
      for (int n : folds.heldOut(fold)) {
        LabeledSequence sentence = CORPUS.get(n);
        Prediction prediction = model.tagger().tag(sentence.tokens());
        for (int t = 0; t < sentence.length(); t++) {
          int gold = data.labels().indexOf(sentence.labels(model.scheme()).get(t));
          loss -= Math.log(prediction.marginal(t, gold));
        }
      }
    }
    return loss;
  }

  @Test
  void choosesTheVariancesWithTheSmallestLoss() {
    ToySettings settings = ToyCorpus.settings().withKernelRounds(9);
    PriorSettings chosen = choose(settings);
    assertThat(chosen.learning()).isEqualTo(settings.trainer().prior().withRounds(0).learning());
    double least = loss(settings, chosen.variance(), 1);
    for (double variance : List.of(0.3, 1.0, 3.0, 10.0, 30.0)) {
      assertThat(loss(settings, variance, 1)).isGreaterThanOrEqualTo(least);
    }
    least = loss(settings, chosen.variance(), chosen.transitionVariance());
    for (double transitions : List.of(0.1, 0.3, 1.0, 3.0)) {
      assertThat(loss(settings, chosen.variance(), transitions)).isGreaterThanOrEqualTo(least);
    }
  }

  @Test
  void keepsTheTransitionVarianceWithoutTransitions() {
    TemplateSet templates = TemplateSet.parse("U00:%x[0,word]", ToyCorpus.COLUMNS);
    ToySettings settings = ToySettings.of("ne", templates).withIterations(20);
    assertThat(choose(settings).transitionVariance()).isEqualTo(1);
  }
}
