package org.gpchain.internal.training.mcmc;

import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.PosteriorSettings;
import org.gpchain.internal.training.trainers.PosteriorTrainer;
import org.gpchain.internal.training.trainers.SettingValues;

/** Learns posteriors of samples, with {@link SampleTrainer}. */
public final class SampledPosteriorTrainer implements PosteriorTrainer {
  @Override
  public PosteriorFamily family() {
    return PosteriorFamily.SAMPLES;
  }

  @Override
  public TrainerSettings defaults() {
    return TrainerSettings.DEFAULT;
  }

  @Override
  public PosteriorSettings settings(SettingValues given) {
    return SampleSettings.of(given);
  }
}
