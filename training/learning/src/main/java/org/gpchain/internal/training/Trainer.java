package org.gpchain.internal.training;

import java.util.List;
import java.util.function.BiFunction;
import org.gpchain.core.model.Model;
import org.gpchain.internal.training.data.TrainingData;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;

/** A learner of models. */
public interface Trainer {
  /**
   * Returns the starting point of learning: the prior, learned or given, and initial means if
   * kernel learning provides them.
   *
   * @param data the training sentences
   * @param progress receives the steps of kernel learning
   * @throws IllegalArgumentException if the settings do not fit the data
   */
  Start start(TrainingData data, Progress progress);

  /**
   * Learns a model.
   *
   * @param data the training sentences, which may be a part of the sentences of the start
   * @param start the starting point, as returned by {@link #start}
   * @param progress receives every step, and the last one when learning is done
   * @throws LearningException if the objective is not a finite number
   */
  Model train(TrainingData data, Start start, Progress progress);

  /** Returns the expected work, which is the basis of progress reports. */
  Work work(TrainingData data);

  /** Returns how many models may be learned from such data at the same time; 1 by default. */
  default int modelsAtOnce(TrainingData data) {
    return 1;
  }

  /**
   * Computes the start and learns a model. The time in the model's description includes both.
   *
   * @throws LearningException if the objective is not a finite number
   */
  default Model train(TrainingData data, Progress progress) {
    long begin = System.nanoTime();
    Work work = work(data);
    List<Progress> parts = progress.parts(work.start(), work.training());
    Model model = train(data, start(data, parts.get(0)), parts.get(1));
    return model.with(model.run().lasting((System.nanoTime() - begin) / 1e9));
  }

  /**
   * Returns a trainer that changes the models of this trainer after learning.
   *
   * @param change returns the changed model, given a model and its training data
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
   * Expected work. The unit is the gradient of the likelihood of one token, so that a pass over the
   * corpus has as much work as the corpus has tokens. Work that several threads do in parallel
   * counts once.
   *
   * @param start expected work of {@link Trainer#start}
   * @param training expected work of {@link Trainer#train(TrainingData, Start, Progress)}
   */
  record Work(double start, double training) {}
}
