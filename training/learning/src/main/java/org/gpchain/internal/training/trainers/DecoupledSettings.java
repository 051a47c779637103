package org.gpchain.internal.training.trainers;

import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;

/** The settings of decoupled posteriors, which have only the settings that all families share. */
record DecoupledSettings() implements PosteriorSettings {
  /**
   * Processor time for each label of the gradient of one token's likelihood, with the default
   * templates (nanoseconds).
   */
  static final double NANOSECONDS_PER_LABEL = 80;

  @Override
  public Trainer trainer(TrainerSettings settings) {
    return Trainers.of(settings);
  }
}
