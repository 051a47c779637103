package org.gpchain.internal.cli.options;

import org.gpchain.internal.evaluation.comparison.PairedBootstrap;
import picocli.CommandLine.Option;

/** The option of commands whose differences have an interval. */
public final class BootstrapOption extends CommandPart {
  @Option(names = "--resamples", description = "Resamples of the bootstrap, at least 1000.")
  private int resamples = 10_000;

  /**
   * @param seed of its draws
   */
  public PairedBootstrap bootstrap(long seed) {
    return orWrongUse(() -> new PairedBootstrap(resamples, seed));
  }
}
