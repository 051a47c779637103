package org.gpchain.internal.training.hyper;

import java.util.Arrays;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.KernelLearning;
import org.gpchain.internal.training.TrainerSettings.PriorSettings;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.Progress;

/**
 * The start of a trainer: its prior by kernel learning, or as it is given if there are too few
 * sentences or no kernel learning is wanted.
 */
public record StartLearner(PriorSettings settings, Run run) {
  /** Of groups that others lack: what they are worth shows in the first rounds. */
  private static final double NEW_VARIANCE = 0.1;

  /** At most, from a prior that lacks some groups. */
  private static final int MORE_ROUNDS = 4;

  public StartLearner(TrainerSettings settings) {
    this(settings.prior(), settings.run());
  }

  /**
   * The start for some data. The likelihood has marginals in its gradient; progress hears of each
   * round of learning.
   *
   * @param known the prior that was learned from data without the last groups; null for none
   */
  public Start start(
      TrainingData data, DifferentiableLikelihood likelihood, Prior known, Progress progress) {
    if (!settings.learning().isDone(data.sentenceCount())) {
      return new Start(settings.given(data.groupCount(), data.hasTransitions()));
    }
    Prior given = settings.given(data.groupCount(), true);
    KernelLearning learning = settings.learning();
    if (known != null) {
      double[] variances = Arrays.copyOf(known.groupVariance(), data.groupCount());
      Arrays.fill(variances, known.groupCount(), variances.length, NEW_VARIANCE);
      given = new Prior(variances, (data.hasTransitions() ? known : given).transitionVariance());
      learning = learning.continued(MORE_ROUNDS);
    }
    KernelLearner.LearnedPrior learned =
        new KernelLearner(learning, run, progress)
            .learn(data.encoded(), data.groupOfFeature(), given, likelihood);
    if (data.hasTransitions()) {
      return new Start(learned.prior(), null, settings.learning().folds(), learned.withoutFold());
    }
    return new Start(new Prior(learned.prior().groupVariance(), 0));
  }

  /** Expected work, see {@link org.gpchain.internal.training.Trainer.Work}. */
  public double work(TrainingData data) {
    if (!settings.learning().isDone(data.sentenceCount())) {
      return 0;
    }
    KernelLearner learner = new KernelLearner(settings.learning(), run, Progress.NONE);
    int labels = data.encoded().labelCount();
    int tokens = Math.min(data.encoded().tokenCount(), learner.most(labels));
    return tokens * Arrays.stream(learner.work(tokens, labels)).sum();
  }
}
