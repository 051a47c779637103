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
 * Settings of a posterior of samples, in addition to {@link TrainerSettings}.
 *
 * @param steps of elliptical slice sampling of each chain; the first third gives no sample
 * @param kept samples that the model keeps, of all chains together
 * @param chains number of chains
 * @param megabytes that the samples may take in memory and, uncompressed, in the model file: fewer
 *     are kept if they would take more
 */
public record SampleSettings(int steps, int kept, int chains, int megabytes)
    implements PosteriorSettings {
  /** Steps of elliptical slice sampling of each chain. */
  public static final Setting<Integer> STEPS =
      Setting.of("mcmc-steps", 20_000, PosteriorFamily.SAMPLES);

  /** Samples that the model keeps, of all chains together. */
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

  /** The defaults. */
  public static final SampleSettings DEFAULT = of(new SettingValues());

  /** Minimum number of samples of each chain: fewer say nothing about how the chain mixes. */
  private static final int LEAST = 4;

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
   * Returns the number of samples of each chain that fit.
   *
   * @param weights number of weights of a sample
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
   * The settings of a chain.
   *
   * @param each samples that it gives
   */
  McmcSettings chain(int each, long seed) {
    long burnIn = steps / 3;
    int thinning = (int) ((steps - burnIn) / each);
    return new McmcSettings(burnIn + (long) thinning * each, burnIn, thinning, 0, null, null, seed);
  }

  /** All of these settings, by name, for the model's provenance. */
  Map<String, String> asProvenance() {
    return Map.of(
        "posterior", "samples",
        "steps", Integer.toString(steps),
        "chains", Integer.toString(chains));
  }
}
