package org.gpchain.internal.training.trainers;

import java.util.ServiceLoader;
import org.gpchain.internal.training.TrainerSettings;

/**
 * A provider of trainers for posteriors that this module cannot learn. Implementations are found
 * with {@link ServiceLoader}. GPChain's implementations are in the artifact {@value #ARTIFACT}.
 */
public interface PosteriorTrainer {
  /** Maven coordinates of the artifact that contains GPChain's implementations. */
  String ARTIFACT = "org.gpchain:gpchain-bayes";

  /**
   * Returns the family of the posteriors. A provider for {@link PosteriorFamily#DECOUPLED} is used
   * only for posteriors with inducing points. This module itself learns those without.
   */
  PosteriorFamily family();

  /** Returns the defaults of the settings that all families share. */
  TrainerSettings defaults();

  /**
   * Returns the settings that only this family has.
   *
   * @param given values that a user has given; settings without a value have their defaults
   * @throws IllegalArgumentException if a value is out of range
   */
  PosteriorSettings settings(SettingValues given);

  /**
   * Returns the provider for a family.
   *
   * @throws IllegalArgumentException if there is no provider on the class path
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
