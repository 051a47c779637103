package org.gpchain.internal.cli.options;

import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import picocli.CommandLine.Option;

/** The option {@code --resamples} of commands that print bootstrap confidence intervals. */
public final class BootstrapOption extends CommandPart {
  @Option(
      names = "--resamples",
      description = "Number of bootstrap resamples for confidence intervals, at least 1000.")
  private int resamples = 10_000;

  /**
   * Returns a paired bootstrap.
   *
   * @param seed seed of the resampling
   */
  public PairedBootstrap bootstrap(long seed) {
    return orWrongUse(() -> new PairedBootstrap(resamples, seed));
  }
}
