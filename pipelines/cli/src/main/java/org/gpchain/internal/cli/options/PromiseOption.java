package org.gpchain.internal.cli.options;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.internal.corpora.InputException;
import picocli.CommandLine.Option;

/** What is done about a promise in a text that it was not made for. */
public final class PromiseOption extends CommandPart {
  @Option(
      names = "--promise",
      paramLabel = "ACTION",
      defaultValue = "warn",
      description =
          "How --max-error is meant where the text is not like what the model was calibrated on:"
              + " warn, or refuse, which is an error if the difference is great.")
  private Mode mode;

  private enum Mode {
    WARN,
    REFUSE
  }

  /** Checks that there is a promise to speak of. */
  public void check() {
    checkNeeds("--promise", isGiven("--max-error"), "--max-error");
  }

  /** Whether a promise that does not hold is an error. */
  public boolean refuses() {
    return mode == Mode.REFUSE;
  }

  /** Whether one of these is an error. */
  public boolean isRefused(Collection<Status> promises) {
    return refuses() && promises.stream().anyMatch(Status::isWithdrawn);
  }

  /**
   * Warns if a promise does not hold, or nobody knows.
   *
   * @throws InputException if it is to be refused
   */
  public void tell(Status status, Path model) throws InputException {
    if (isRefused(List.of(status))) {
      throw new InputException(
          model, status.toString(), "evaluate it on a sample of this text, or use --promise warn");
    }
    if (status.level() != Level.HOLDS) {
      warn(model.getFileName() + ": " + status);
    }
  }
}
