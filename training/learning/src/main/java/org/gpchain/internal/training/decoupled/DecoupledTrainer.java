package org.gpchain.internal.training.decoupled;

import org.gpchain.core.model.Model;
import org.gpchain.internal.training.Start;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.internal.training.decoupled.MeanFit.Fitted;
import org.gpchain.internal.training.hyper.StartLearner;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/**
 * Learns models with a decoupled posterior and no covariance: means in the space of all features,
 * by stochastic average gradients.
 *
 * @param settings how to learn; those of a covariance are not used
 */
public record DecoupledTrainer(TrainerSettings settings) implements Trainer {
  /** Ratio of Java's memory to that of the gradients that are stored while a model is learned. */
  private static final double MEMORY_SHARE = 6;

  /**
   * {@inheritDoc}
   *
   * @throws LearningException if it is known that there is too little memory
   */
  @Override
  public Start start(TrainingData data, Progress progress) {
    MemoryNeed.of(data.encoded(), data.hasTransitions()).check(Runtime.getRuntime().maxMemory());
    return new StartLearner(settings).start(data, data.encoded().chain(), null, progress);
  }

  @Override
  public Work work(TrainingData data) {
    return new Work(
        new StartLearner(settings).work(data),
        data.encoded().tokenCount() * DecoupledRun.expectedWork(settings));
  }

  /** {@inheritDoc} Average gradients take one thread each, and memory. */
  @Override
  public int modelsAtOnce(TrainingData data) {
    double gradients = MemoryNeed.of(data.encoded(), data.hasTransitions()).bytes();
    double fitting = Runtime.getRuntime().maxMemory() / (MEMORY_SHARE * gradients);
    return (int) Math.max(1, Math.min(settings.run().threads(), fitting));
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    DecoupledRun run = new DecoupledRun(settings, data, start);
    Fitted fitted = run.plugIn(progress);
    return run.finish(
        run.withoutCovariance(fitted), fitted.value(), fitted.reason().name(), progress);
  }
}
