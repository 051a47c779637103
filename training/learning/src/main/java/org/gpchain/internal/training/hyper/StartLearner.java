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
import org.gpchain.internal.training.hyper.KernelLearner.LearnedPrior;
import org.gpchain.training.Progress;

/**
 * Prepares the start of a training. Kernel learning provides the prior, unless there are too few
 * sentences or kernel learning is switched off: then the prior is the one of the settings.
 *
 * @param settings given variances and settings of kernel learning
 * @param run number of threads
 */
public record StartLearner(PriorSettings settings, Run run) {
  /**
   * Initial variance of the feature groups that a known prior does not have. A few rounds are
   * enough to find the right one.
   */
  private static final double NEW_VARIANCE = 0.1;

  /** Maximum number of rounds that start at a known prior. */
  private static final int MAX_CONTINUED_ROUNDS = 4;

  /** Creates a learner with the prior and run settings of a trainer. */
  public StartLearner(TrainerSettings settings) {
    this(settings.prior(), settings.run());
  }

  /**
   * Returns the start for training data.
   *
   * @param data the training data
   * @param likelihood likelihood of a sentence, whose gradient is the labels minus their marginals
   * @param known prior that was learned from the same sentences without the last feature groups of
   *     the vocabulary, at which kernel learning starts; null for none
   * @param progress receives each round of learning
   */
  public Start start(
      TrainingData data, DifferentiableLikelihood likelihood, Prior known, Progress progress) {
    if (!settings.learning().isDone(data.sentenceCount())) {
      return new Start(settings.given(data.groupCount(), data.hasTransitions()));
    }

    Prior initial = settings.given(data.groupCount(), true);
    KernelLearning learning = settings.learning();
    if (known != null) {
      initial = extended(known, data, initial.transitionVariance());
      learning = learning.continued(MAX_CONTINUED_ROUNDS);
    }

    LearnedPrior learned =
        new KernelLearner(learning, run, progress)
            .learn(data.encoded(), data.groupOfFeature(), initial, likelihood);
    if (data.hasTransitions()) {
      return new Start(learned.prior(), null, settings.learning().folds(), learned.withoutFold());
    }
    return new Start(new Prior(learned.prior().groupVariance(), 0));
  }

  /** Returns a known prior, extended by a variance for each new feature group of the data. */
  private static Prior extended(Prior known, TrainingData data, double givenTransitionVariance) {
    int blockCount = data.vectors().blockCount();
    int knownOfVocabulary = known.groupCount() - blockCount;
    double[] knownVariances = known.groupVariance();
    double[] variances = new double[data.groupCount()];
    Arrays.fill(variances, NEW_VARIANCE);
    System.arraycopy(knownVariances, 0, variances, 0, knownOfVocabulary);
    System.arraycopy(
        knownVariances, knownOfVocabulary, variances, variances.length - blockCount, blockCount);
    if (data.hasTransitions()) {
      return new Prior(variances, known.transitionVariance());
    }
    return new Prior(variances, givenTransitionVariance);
  }

  /** Returns the expected work, see {@link org.gpchain.internal.training.Trainer.Work}. */
  public double work(TrainingData data) {
    if (!settings.learning().isDone(data.sentenceCount())) {
      return 0;
    }

    KernelLearner learner = new KernelLearner(settings.learning(), run, Progress.NONE);
    int labels = data.encoded().labelCount();
    int tokens = Math.min(data.encoded().tokenCount(), learner.maxTokens(labels));
    return tokens * Arrays.stream(learner.work(tokens, labels)).sum();
  }
}
