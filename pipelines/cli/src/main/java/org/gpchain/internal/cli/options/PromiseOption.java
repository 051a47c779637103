package org.gpchain.internal.cli.options;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.internal.corpora.InputException;
import picocli.CommandLine.Option;

/** The option {@code --promise}: what to do if a guarantee does not hold for a text. */
public final class PromiseOption extends CommandPart {
  @Option(
      names = "--promise",
      paramLabel = "ACTION",
      defaultValue = "warn",
      description =
          "What to do if the text differs from the calibration data, so that the guarantee of"
              + " --max-error may not hold: warn, or refuse (fail if the difference is large).")
  private Mode mode;

  private enum Mode {
    WARN,
    REFUSE
  }

  /** Checks that the option is only given with {@code --max-error}. */
  public void check() {
    checkNeeds("--promise", isGiven("--max-error"), "--max-error");
  }

  /** Returns whether a guarantee that does not hold is an error. */
  public boolean refuses() {
    return mode == Mode.REFUSE;
  }

  /** Returns whether at least one of the guarantees is withdrawn and this is an error. */
  public boolean isRefused(Collection<Status> promises) {
    return refuses() && promises.stream().anyMatch(Status::isWithdrawn);
  }

  /**
   * Prints a warning if a guarantee does not hold, or if this is unknown.
   *
   * @throws InputException if the guarantee is withdrawn and the user wants this to be an error
   */
  public void report(Status status, Path model) throws InputException {
    if (isRefused(List.of(status))) {
      throw new InputException(
          model, status.toString(), "evaluate it on a sample of this text, or use --promise warn");
    }
    if (status.level() != Level.HOLDS) {
      warn(model.getFileName() + ": " + status);
    }
  }
}
