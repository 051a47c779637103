package org.gpchain.experiments.gpstruct;

import org.gpchain.experiments.gpstruct.EssForm.Hyper;
import picocli.CommandLine.Option;

/** Options of GP-ESS, which takes its kernel from {@code --kernel} and {@code --embeddings}. */
final class EssOptions {
  private static final String DEFAULT = " Default: ${DEFAULT-VALUE}.";

  @Option(
      names = "--ess-steps",
      paramLabel = "N",
      defaultValue = "250000",
      description =
          "Steps of elliptical slice sampling; the first third gives no sample." + DEFAULT)
  private long steps;

  @Option(
      names = "--ess-thinning",
      paramLabel = "N",
      defaultValue = "1000",
      description = "One step in so many gives a sample." + DEFAULT)
  private int thinning;

  @Option(
      names = "--ess-chains",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chains whose samples are averaged; with several, R-hat is printed." + DEFAULT)
  private int chains;

  @Option(
      names = "--ess-hyper",
      paramLabel = "WHICH",
      defaultValue = "fixed",
      description =
          "Hyper-parameters that are sampled every 1000 steps, by prior whitening:"
              + " ${COMPLETION-CANDIDATES}."
              + DEFAULT)
  private Hyper hyper;

  /** What these options say. */
  EssForm form() {
    return new EssForm(steps, thinning, chains, hyper);
  }
}
