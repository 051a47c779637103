package org.gpchain.experiments.activelearning;

import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.TrainerSettings.Covariance;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.trainers.Trainers;
import org.gpchain.training.Progress;

/**
 * Trains a model after each annotated batch. Learning the prior takes most of the time and changes
 * little, so it is repeated only when the number of tokens has grown by {@link #GROWTH}.
 *
 * @param task the task
 * @param settings settings of the evaluated models, which have no covariance
 * @param inducing number of inducing points of models with a covariance
 */
record ActiveLearner(Task task, TrainerSettings settings, int inducing) {
  /** Growth factor of the number of tokens at which the prior is learned again. */
  private static final int GROWTH = 4;

  /** Number of optimizer iterations with a covariance, from the mean learned without one. */
  private static final int STEPS = 5;

  /** Maximum number of tokens in a round of kernel learning. */
  static final int PRIOR_TOKENS = 20_000;

  /**
   * A trained model.
   *
   * @param model the model, without a covariance
   * @param prior the prior of the model
   * @param priorTokens number of tokens from which the prior was learned
   */
  record Learned(Model model, Prior prior, long priorTokens) {}

  /** Returns the number of threads. */
  int threads() {
    return settings.run().threads();
  }

  /**
   * Trains a model.
   *
   * @param before the model trained on fewer sentences, or null for none
   */
  Learned learn(List<LabeledSequence> sentences, Learned before) {
    TrainingData data = TrainingData.of(sentences, task);
    Trainer trainer = Trainers.of(settings);
    long tokens = data.encoded().tokenCount();

    Start start;
    long priorTokens;
    if (before == null || tokens >= GROWTH * before.priorTokens) {
      start = trainer.start(data, Progress.NONE);
      priorTokens = tokens;
    } else {
      start = new Start(before.prior);
      priorTokens = before.priorTokens;
    }
    return new Learned(trainer.train(data, start, Progress.NONE), start.prior(), priorTokens);
  }

  /** Trains a model with a covariance, starting from the mean of another model. */
  Model withCovariance(List<LabeledSequence> sentences, Learned learned) {
    Covariance defaults = settings.covariance();
    TrainerSettings covarianceSettings =
        settings
            .with(new Covariance(inducing, defaults.samples(), 1))
            .with(settings.optimization().withIterations(STEPS));

    TrainingData data = TrainingData.of(sentences, task);
    Mean mean = Mean.average(List.of(learned.model)).orElseThrow();
    Start start = new Start(learned.prior).withMean(mean);
    return Trainers.of(covarianceSettings).train(data, start, Progress.NONE);
  }
}
