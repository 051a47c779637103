package org.gpchain.internal.training.trainers;

import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.LabeledRows;

/** The settings of one family of posteriors, which also creates the trainers of the family. */
public interface PosteriorSettings {
  /**
   * Returns a trainer of posteriors of this family.
   *
   * @param settings the settings that all families share
   */
  Trainer trainer(TrainerSettings settings);

  /** Returns the vocabulary of a corpus, extended by the features that this family adds. */
  default Vocabulary extended(Vocabulary vocabulary) {
    return vocabulary;
  }

  /**
   * Returns the processor time of the gradient of one token's likelihood, which is the unit of
   * {@link Trainer.Work}.
   *
   * @param labels number of labels
   * @return time in nanoseconds; 0 if learning is too fast to need an estimate
   */
  default double nanosecondsPerGradient(int labels) {
    if (labels <= LabeledRows.MANY_LABELS) {
      return 0;
    }
    return labels * DecoupledSettings.NANOSECONDS_PER_LABEL;
  }
}
