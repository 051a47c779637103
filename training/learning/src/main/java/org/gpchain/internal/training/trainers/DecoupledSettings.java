package org.gpchain.internal.training.trainers;

import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;

/** Decoupled posteriors, which have no other settings than those that all families share. */
record DecoupledSettings() implements PosteriorSettings {
  /** Processor time of a token's gradient for each label, with the default templates. */
  static final double NANOSECONDS_PER_LABEL = 80;

  @Override
  public Trainer trainer(TrainerSettings settings) {
    return Trainers.of(settings);
  }
}
