package org.gpchain.training.hyper;

import java.util.Arrays;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
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

  /** Expected work, see {@link org.gpchain.training.Trainer.Work}. */
  public double work(TrainingData data) {
    if (!settings.learning().isDone(data.sentenceCount())) {
      return 0;
    }
    int tokens = Math.min(data.encoded().tokenCount(), settings.learning().tokens());
    KernelLearner learner = new KernelLearner(settings.learning(), run, Progress.NONE);
    return tokens * Arrays.stream(learner.work(tokens)).sum();
  }
}
