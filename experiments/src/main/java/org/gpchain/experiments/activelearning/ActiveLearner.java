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
 * Learns a model after each portion that is annotated. The prior is learned again only once there
 * are several times as many tokens, from some of them: it takes most of the time, and changes
 * little.
 *
 * @param settings how models are learned that are measured, without a covariance
 */
record ActiveLearner(Task task, TrainerSettings settings, int inducing) {
  /** The prior is learned again for so many times as many tokens. */
  private static final int GROWTH = 4;

  /** Steps of the mean under a covariance: it begins at the mean that was learned without. */
  private static final int STEPS = 5;

  /** What a round of learning a prior may go through. */
  static final int PRIOR_TOKENS = 20_000;

  /**
   * A model.
   *
   * @param model without a covariance
   */
  record Learned(Model model, Prior prior, long priorTokens) {}

  int threads() {
    return settings.run().threads();
  }

  /**
   * Learns a model.
   *
   * @param before what was learned from fewer sentences; null if nothing was
   */
  Learned learn(List<LabeledSequence> sentences, Learned before) {
    TrainingData data = TrainingData.of(sentences, task);
    Trainer trainer = Trainers.of(settings);
    long tokens = data.encoded().tokenCount();
    boolean anew = before == null || tokens >= GROWTH * before.priorTokens;
    Start start = anew ? trainer.start(data, Progress.NONE) : new Start(before.prior);
    return new Learned(
        trainer.train(data, start, Progress.NONE),
        start.prior(),
        anew ? tokens : before.priorTokens);
  }

  /** Learns a covariance to the mean of a model. */
  Model withCovariance(List<LabeledSequence> sentences, Learned learned) {
    TrainingData data = TrainingData.of(sentences, task);
    Covariance defaults = settings.covariance();
    TrainerSettings more =
        settings
            .with(new Covariance(inducing, defaults.samples(), 1))
            .with(settings.optimization().withIterations(STEPS));
    Start start =
        new Start(learned.prior).withMean(Mean.average(List.of(learned.model)).orElseThrow());
    return Trainers.of(more).train(data, start, Progress.NONE);
  }
}
