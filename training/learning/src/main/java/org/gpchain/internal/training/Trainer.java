package org.gpchain.internal.training;

import java.util.List;
import java.util.function.BiFunction;
import org.gpchain.core.model.Model;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/** Learns models. */
public interface Trainer {
  /**
   * What learning starts from: the prior, learned or given, and means if the trainer learns any
   * along with it.
   *
   * @throws IllegalArgumentException if settings and data do not fit each other
   */
  Start start(TrainingData data, Progress progress);

  /**
   * Learns a model.
   *
   * @param data all sentences that the start was made from, or some of them
   * @param progress receives every step, the last one when learning is done
   * @throws LearningException if the objective is not a finite number
   */
  Model train(TrainingData data, Start start, Progress progress);

  /** The expected work, by which progress is measured. */
  Work work(TrainingData data);

  /** How many models of such data may be learned at the same time: one, as a rule. */
  default int modelsAtOnce(TrainingData data) {
    return 1;
  }

  /** Learns a model from its own start; the time in its description is that of both. */
  default Model train(TrainingData data, Progress progress) {
    long begin = System.nanoTime();
    Work work = work(data);
    List<Progress> parts = progress.parts(work.start(), work.training());
    Model model = train(data, start(data, parts.get(0)), parts.get(1));
    return model.with(model.run().lasting((System.nanoTime() - begin) / 1e9));
  }

  /**
   * This trainer, whose models are changed once they are learned.
   *
   * @param change of a model and the data that it was learned from
   */
  default Trainer then(BiFunction<Model, TrainingData, Model> change) {
    Trainer trainer = this;
    return new Trainer() {
      @Override
      public Start start(TrainingData data, Progress progress) {
        return trainer.start(data, progress);
      }

      @Override
      public Model train(TrainingData data, Start start, Progress progress) {
        return change.apply(trainer.train(data, start, progress), data);
      }

      @Override
      public Work work(TrainingData data) {
        return trainer.work(data);
      }
    };
  }

  /**
   * Expected work, in passes over tokens times their number: the gradient of the likelihood of one
   * token is 1. What several threads do at once counts once.
   *
   * @param start of {@link #start}
   * @param training of {@link #train(TrainingData, Start, Progress)}
   */
  record Work(double start, double training) {}
}
