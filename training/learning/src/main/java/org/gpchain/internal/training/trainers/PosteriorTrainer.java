package org.gpchain.internal.training.trainers;

import java.util.ServiceLoader;
import org.gpchain.internal.training.TrainerSettings;

/**
 * Learns posteriors that this module has no trainer for. Implementations are found with {@link
 * ServiceLoader}; those of the product are in the artifact {@value #ARTIFACT}.
 */
public interface PosteriorTrainer {
  /** The artifact with the product's implementations. */
  String ARTIFACT = "org.gpchain:gpchain-bayes";

  /**
   * Returns the family of the posteriors. An implementation for {@link PosteriorFamily#DECOUPLED}
   * learns those with inducing points; this module itself learns those without.
   */
  PosteriorFamily family();

  /** Returns the defaults of the settings that all families share. */
  TrainerSettings defaults();

  /**
   * Returns the settings of this family alone.
   *
   * @param given the settings that a user has given; defaults hold for the others
   * @throws IllegalArgumentException if one of them is out of its range
   */
  PosteriorSettings settings(SettingValues given);

  /**
   * Returns the trainer of a family.
   *
   * @throws IllegalArgumentException if there is none on the class path
   */
  static PosteriorTrainer of(PosteriorFamily family) {
    for (PosteriorTrainer trainer : ServiceLoader.load(PosteriorTrainer.class)) {
      if (trainer.family() == family) {
        return trainer;
      }
    }
    String posteriors =
        switch (family) {
          case DECOUPLED -> "posteriors with inducing points";
          case SPARSE -> "sparse posteriors";
          case SAMPLES -> "samples";
        };
    throw new IllegalArgumentException(
        "no trainer of %s is on the class path; add %s to it".formatted(posteriors, ARTIFACT));
  }
}
