package org.gpchain.training.hyper;

import org.gpchain.core.kernel.Prior;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.TrainerSettings.KernelLearning;
import org.gpchain.training.TrainerSettings.PriorSettings;
import org.gpchain.training.TrainerSettings.Run;
import org.gpchain.training.data.TrainingData;

/**
 * The start of a trainer: its prior by kernel learning, or as it is given if there are too few
 * sentences or no kernel learning is wanted.
 */
public record StartLearner(PriorSettings settings, Run run) {
  /** The likelihood has marginals in its gradient; progress hears of each round of learning. */
  public Start start(TrainingData data, DifferentiableLikelihood likelihood, Progress progress) {
    Prior given = settings.given(data.groupCount(), data.hasTransitions());
    if (!settings.learning().isDone(data.sentenceCount())) {
      return new Start(given);
    }
    KernelLearner.LearnedPrior learned =
        new KernelLearner(settings.learning(), run, progress)
            .learn(
                data.encoded(),
                data.groupOfFeature(),
                settings.given(data.groupCount(), true),
                likelihood);
    if (data.hasTransitions()) {
      return new Start(learned.prior(), null, settings.learning().folds(), learned.withoutFold());
    }
    return new Start(new Prior(learned.prior().groupVariance(), 0));
  }

  /**
   * Expected work, see {@link org.gpchain.training.Trainer.Work}: in each round, means and adjoints
   * over the sentences of as many folds as the token budget allows.
   */
  public double work(TrainingData data) {
    KernelLearning learning = settings.learning();
    if (!learning.isDone(data.sentenceCount())) {
      return 0;
    }
    double tokens = Math.min(data.encoded().tokenCount(), learning.tokens());
    double folds = Math.max(1, Math.min(learning.folds(), Math.floor(learning.tokens() / tokens)));
    return learning.rounds() * (learning.passes() + learning.adjointSteps()) * folds * tokens;
  }
}
