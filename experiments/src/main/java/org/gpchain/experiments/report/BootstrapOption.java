package org.gpchain.experiments.report;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option of experiments whose differences in F1 have an interval. */
public final class BootstrapOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--resamples",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Resamples of the bootstrap, at least 1000. Default: ${DEFAULT-VALUE}.")
  private int resamples;

  /**
   * The bootstrap that the user wants.
   *
   * @param seed of its draws
   * @throws ParameterException if there are too few resamples
   */
  public PairedBootstrap bootstrap(long seed) {
    try {
      return new PairedBootstrap(resamples, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
