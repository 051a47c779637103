package org.gpchain.internal.cli.options;

import org.gpchain.internal.corpora.BadLines;
import picocli.CommandLine.Option;

/** The option {@code --skip-bad-lines}. */
public final class BadLinesOption extends CommandPart {
  @Option(
      names = BadLines.OPTION,
      description =
          "Skip unreadable lines of word lists, label maps and voices files, and print their number."
              + " Default: unreadable lines are errors, which are reported together.")
  private boolean areSkipped;

  /** Returns whether unreadable lines are skipped. */
  public boolean areSkipped() {
    return areSkipped;
  }
}
