package org.gpchain.training.decoupled;

import org.gpchain.core.model.Model;
import org.gpchain.training.Progress;
import org.gpchain.training.Start;
import org.gpchain.training.Trainer;
import org.gpchain.training.data.TrainingData;

/**
 * Leaves out of a trainer's models what hardly changes a score, see {@link Pruning}. It goes around
 * all other trainers, since a pruned model has other features than its data.
 *
 * @param trainer learns the models
 * @param threshold weights nearer to zero than this become zero; 0: only features without any
 *     weight are left out
 */
public record PrunedTrainer(Trainer trainer, double threshold) implements Trainer {
  @Override
  public Start start(TrainingData data, Progress progress) {
    return trainer.start(data, progress);
  }

  @Override
  public Work work(TrainingData data) {
    return trainer.work(data);
  }

  @Override
  public Model train(TrainingData data, Start start, Progress progress) {
    return Pruning.apply(trainer.train(data, start, progress), threshold);
  }
}
