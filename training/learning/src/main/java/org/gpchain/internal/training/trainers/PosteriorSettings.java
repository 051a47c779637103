package org.gpchain.internal.training.trainers;

import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.LabeledRows;

/** The settings of one family of posteriors, from which its trainers are made. */
public interface PosteriorSettings {
  /**
   * Returns a trainer of such posteriors.
   *
   * @param settings the settings that all families share
   */
  Trainer trainer(TrainerSettings settings);

  /** Returns the features of a corpus, and those that the posterior adds to them. */
  default Vocabulary extended(Vocabulary vocabulary) {
    return vocabulary;
  }

  /**
   * Returns the processor time of the gradient of one token's likelihood, the unit of {@link
   * Trainer.Work}, in nanoseconds; 0 where learning is too fast for an estimate to matter.
   *
   * @param labels number of labels
   */
  default double nanosecondsPerGradient(int labels) {
    return labels > LabeledRows.MANY_LABELS ? labels * DecoupledSettings.NANOSECONDS_PER_LABEL : 0;
  }
}
