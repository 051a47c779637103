package org.gpchain.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.model.Model;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.training.mcmc.SampleSettings;
import org.gpchain.training.mcmc.SampleTrainer;
import picocli.CommandLine.Option;

/** Options of posteriors that are samples. */
final class SampleOptions extends MixedOptions {
  private static final String STEPS = "--mcmc-steps";
  private static final String KEPT = "--mcmc-samples";
  private static final String CHAINS = "--mcmc-chains";
  private static final String MEGABYTES = "--mcmc-megabytes";

  /** Up to here chains are taken to be mixed, as a rule. */
  private static final double MIXED = 1.1;

  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = STEPS,
      paramLabel = "N",
      description =
          "Steps of elliptical slice sampling of each chain, for --posterior samples; the first"
              + " third gives no sample."
              + DEFAULT)
  private int steps = SampleSettings.DEFAULT.steps();

  @Option(
      names = KEPT,
      paramLabel = "S",
      description = "Samples that the model keeps, of all chains together." + DEFAULT)
  private int kept = SampleSettings.DEFAULT.kept();

  @Option(
      names = CHAINS,
      paramLabel = "N",
      description = "Chains: they show whether each has gone far enough." + DEFAULT)
  private int chains = SampleSettings.DEFAULT.chains();

  @Option(
      names = MEGABYTES,
      paramLabel = "MB",
      description =
          "What the samples may take in memory and, uncompressed, in the model file: fewer are kept"
              + " if they would take more."
              + DEFAULT)
  private int megabytes = SampleSettings.DEFAULT.megabytes();

  /** Checks that options do not contradict each other. */
  void check(boolean sampled) {
    if (!sampled) {
      Stream.of(STEPS, KEPT, CHAINS, MEGABYTES)
          .filter(this::isGiven)
          .findFirst()
          .ifPresent(
              option -> {
                throw wrongUse(option + " needs --posterior samples");
              });
    }
    settings();
  }

  /** Tells how well the chains of a model have mixed, if it was sampled. */
  void report(Model model, PrintWriter out) {
    if (model.posterior() instanceof SampledPosterior posterior) {
      Map<String, String> origin = model.provenance().settings();
      String rHat = origin.get(SampleTrainer.R_HAT);
      out.printf(
          Locale.ROOT,
          "Samples: %d; R-hat of 20 scores at most %s, effective samples of these at least %s.%n",
          posterior.ownSamples(),
          rHat,
          origin.get(SampleTrainer.EFFECTIVE_SAMPLES));
      if (!(Double.parseDouble(rHat) <= MIXED)) {
        out.println(
            "The chains have not come together yet (R-hat above "
                + MIXED
                + "): more "
                + STEPS
                + " would make the averages better.");
      }
    }
  }

  /** What these options say. */
  SampleSettings settings() {
    return orWrongUse(() -> new SampleSettings(steps, kept, chains, megabytes));
  }
}
