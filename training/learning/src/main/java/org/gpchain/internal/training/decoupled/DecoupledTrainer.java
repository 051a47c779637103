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
 * A trainer of models with a decoupled posterior without covariance. The means of the feature
 * weights are fitted with stochastic average gradients.
 *
 * @param settings settings of the trainer; the settings of a covariance are ignored
 */
public record DecoupledTrainer(TrainerSettings settings) implements Trainer {
  /** Minimum ratio of Java's memory to the size of the stored gradients of one model. */
  private static final double MEMORY_SHARE = 6;

  /**
   * {@inheritDoc}
   *
   * @throws LearningException if the gradients need more memory than Java may use
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

  /** {@inheritDoc} The number is limited by the threads and by the memory for the gradients. */
  @Override
  public int modelsAtOnce(TrainingData data) {
    double gradients = MemoryNeed.of(data.encoded(), data.hasTransitions()).bytes();
    double fittingInMemory = Runtime.getRuntime().maxMemory() / (MEMORY_SHARE * gradients);
    return (int) Math.max(1, Math.min(settings.run().threads(), fittingInMemory));
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    DecoupledRun run = new DecoupledRun(settings, data, start);
    Fitted fitted = run.plugIn(progress);
    return run.finish(
        run.withoutCovariance(fitted), fitted.value(), fitted.reason().name(), progress);
  }
}
