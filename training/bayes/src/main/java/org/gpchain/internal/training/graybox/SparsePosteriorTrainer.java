package org.gpchain.internal.training.graybox;

import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.PosteriorSettings;
import org.gpchain.internal.training.trainers.PosteriorTrainer;
import org.gpchain.internal.training.trainers.SettingValues;

/** Learns sparse posteriors, with {@link GrayBoxTrainer}. */
public final class SparsePosteriorTrainer implements PosteriorTrainer {
  @Override
  public PosteriorFamily family() {
    return PosteriorFamily.SPARSE;
  }

  @Override
  public TrainerSettings defaults() {
    return SparseSettings.trainerDefaults();
  }

  @Override
  public PosteriorSettings settings(SettingValues given) {
    return SparseSettings.of(given);
  }
}
