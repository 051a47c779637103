package org.gpchain.training.trainers;

import java.util.Locale;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.graybox.SparseSettings;

/** The families of posteriors, by the names that users write. */
public enum PosteriorFamily {
  /** A mean weight for each feature, and a covariance in inducing points if there are any. */
  DECOUPLED {
    @Override
    public TrainerSettings defaults() {
      return TrainerSettings.DEFAULT;
    }
  },
  /** Mean and covariance in inducing points, with any kernel. */
  SPARSE {
    @Override
    public TrainerSettings defaults() {
      return SparseSettings.trainerDefaults();
    }
  },
  /** Samples of the posterior. */
  SAMPLES {
    @Override
    public TrainerSettings defaults() {
      return TrainerSettings.DEFAULT;
    }
  };

  /** The settings of its trainer if the user does not choose others. */
  public abstract TrainerSettings defaults();

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
