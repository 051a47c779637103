package org.gpchain.experiments.options;

import java.io.PrintWriter;
import org.gpchain.cli.options.MixedOptions;
import org.gpchain.core.math.Checks;
import org.gpchain.training.TrainerSettings.Run;
import picocli.CommandLine.Option;

/** How an experiment runs, and how it speaks to people. */
public final class RunOptions extends MixedOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; only the speed depends on it. Default: ${DEFAULT-VALUE}, all.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all randomness. Default: ${DEFAULT-VALUE}.")
  private long seed;

  /**
   * Threads and seed.
   *
   * @throws picocli.CommandLine.ParameterException if a number cannot be used
   */
  public Run run() {
    return orWrongUse(() -> new Run(Checks.atLeast("--threads", threads, 1), seed));
  }

  /** Tells a person how the experiment gets on. */
  public void tell(String line) {
    if (isQuiet()) {
      return;
    }
    PrintWriter err = commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** Prints what the experiment has found. */
  public void print(String table) {
    PrintWriter out = commandLine().getOut();
    out.print(table);
    out.flush();
  }
}
