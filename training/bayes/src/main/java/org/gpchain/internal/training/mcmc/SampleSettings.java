package org.gpchain.internal.training.mcmc;

import java.util.List;
import java.util.Map;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.Trainer;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.trainers.PosteriorFamily;
import org.gpchain.internal.training.trainers.PosteriorSettings;
import org.gpchain.internal.training.trainers.Setting;
import org.gpchain.internal.training.trainers.SettingValues;
import org.gpchain.training.LearningException;

/**
 * Settings of a posterior that consists of samples, in addition to {@link TrainerSettings}.
 *
 * @param steps number of steps of elliptical slice sampling of each chain; the first third is the
 *     burn-in, which gives no samples
 * @param kept number of samples that the model keeps, for all chains together
 * @param chains number of chains
 * @param megabytes maximum size of the samples in memory and, uncompressed, in the model file (MB);
 *     fewer samples are kept if they would exceed it
 */
public record SampleSettings(int steps, int kept, int chains, int megabytes)
    implements PosteriorSettings {
  /** Number of steps of elliptical slice sampling of each chain. */
  public static final Setting<Integer> STEPS =
      Setting.of("mcmc-steps", 20_000, PosteriorFamily.SAMPLES);

  /** Number of samples that the model keeps, for all chains together. */
  public static final Setting<Integer> KEPT =
      Setting.of("mcmc-samples", 100, PosteriorFamily.SAMPLES);

  /** Number of chains. */
  public static final Setting<Integer> CHAINS =
      Setting.of("mcmc-chains", 2, PosteriorFamily.SAMPLES);

  /** Maximum size of the samples (MB). */
  public static final Setting<Integer> MEGABYTES =
      Setting.of("mcmc-megabytes", 64, PosteriorFamily.SAMPLES);

  /** The settings that are declared here. */
  public static final List<Setting<?>> ALL = List.of(STEPS, KEPT, CHAINS, MEGABYTES);

  /** The default settings. */
  public static final SampleSettings DEFAULT = of(new SettingValues());

  /** Minimum number of samples of each chain; convergence cannot be assessed with fewer. */
  private static final int LEAST = 4;

  /** Checks the ranges. */
  public SampleSettings {
    Checks.atLeast("chains", chains, 1);
    Checks.atLeast("kept samples", kept, LEAST * chains);
    Checks.atLeast("megabytes of samples", megabytes, 1);
    if (2L * steps / 3 * chains < kept) {
      throw new IllegalArgumentException(
          ("two thirds of the steps of all chains must be at least the kept samples, were %s steps"
                  + " of %s chains for %s samples")
              .formatted(steps, chains, kept));
    }
  }

  /** Returns the settings that a user has given. */
  static SampleSettings of(SettingValues given) {
    return new SampleSettings(
        given.get(STEPS), given.get(KEPT), given.get(CHAINS), given.get(MEGABYTES));
  }

  @Override
  public Trainer trainer(TrainerSettings settings) {
    return new SampleTrainer(settings, this);
  }

  /**
   * Returns the number of samples of each chain that the model keeps.
   *
   * @param weights number of weights of a sample
   * @throws LearningException if the memory is too small for the minimum number of samples
   */
  int perChain(long weights) {
    long fitting = megabytes * 1_000_000L / (Float.BYTES * Math.max(1, weights));
    long each = Math.min(kept, fitting) / chains;
    if (each < LEAST) {
      throw new LearningException(
          ("a sample has %s weights, and %s MB are too little for %s of each of %s chains: allow"
                  + " more, or leave out rare features by a cut-off")
              .formatted(weights, megabytes, LEAST, chains));
    }
    return (int) each;
  }

  /**
   * Returns the settings of a chain.
   *
   * @param each number of samples of the chain
   * @param seed seed of the chain
   */
  McmcSettings chain(int each, long seed) {
    long burnIn = steps / 3;
    int thinning = (int) ((steps - burnIn) / each);
    return new McmcSettings(burnIn + (long) thinning * each, burnIn, thinning, 0, null, null, seed);
  }

  /** Returns the settings by name, for the provenance of a model. */
  Map<String, String> asProvenance() {
    return Map.of(
        "posterior", "samples",
        "steps", Integer.toString(steps),
        "chains", Integer.toString(chains));
  }
}
