package org.gpchain.internal.training.covariance;

import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.PosteriorSettings;
import org.gpchain.internal.training.trainers.PosteriorTrainer;
import org.gpchain.internal.training.trainers.SettingValues;

/** Learns decoupled posteriors with inducing points, with {@link CovarianceTrainer}. */
public final class CovariancePosteriorTrainer implements PosteriorTrainer {
  @Override
  public PosteriorFamily family() {
    return PosteriorFamily.DECOUPLED;
  }

  @Override
  public TrainerSettings defaults() {
    return TrainerSettings.DEFAULT;
  }

  @Override
  public PosteriorSettings settings(SettingValues given) {
    return CovarianceTrainer::new;
  }
}
