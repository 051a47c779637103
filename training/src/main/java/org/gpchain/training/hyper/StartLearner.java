package org.gpchain.training.hyper;

import java.util.Arrays;
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
  /** Of groups that others lack: what they are worth shows in the first rounds. */
  private static final double NEW_VARIANCE = 0.1;

  /** At most, from a prior that lacks some groups. */
  private static final int MORE_ROUNDS = 4;

  /** The likelihood has marginals in its gradient; progress hears of each round of learning. */
  public Start start(TrainingData data, DifferentiableLikelihood likelihood, Progress progress) {
    return settings.learning().isDone(data.sentenceCount())
        ? learned(
            data,
            likelihood,
            settings.learning(),
            settings.given(data.groupCount(), true),
            progress)
        : new Start(settings.given(data.groupCount(), data.hasTransitions()));
  }

  /**
   * The start for data that have more groups than others, behind theirs.
   *
   * @param known the prior that was learned from the others
   */
  public Start start(
      TrainingData data, DifferentiableLikelihood likelihood, Prior known, Progress progress) {
    Prior given = settings.given(data.groupCount(), true);
    boolean isLearned = settings.learning().isDone(data.sentenceCount());
    double[] variances = new double[data.groupCount()];
    Arrays.fill(variances, isLearned ? NEW_VARIANCE : settings.variance());
    System.arraycopy(known.groupVariance(), 0, variances, 0, known.groupCount());
    Prior prior =
        new Prior(variances, (data.hasTransitions() ? known : given).transitionVariance());
    return isLearned
        ? learned(data, likelihood, settings.learning().continued(MORE_ROUNDS), prior, progress)
        : new Start(new Prior(variances, known.transitionVariance()));
  }

  private Start learned(
      TrainingData data,
      DifferentiableLikelihood likelihood,
      KernelLearning how,
      Prior from,
      Progress progress) {
    KernelLearner.LearnedPrior learned =
        new KernelLearner(how, run, progress)
            .learn(data.encoded(), data.groupOfFeature(), from, likelihood);
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
