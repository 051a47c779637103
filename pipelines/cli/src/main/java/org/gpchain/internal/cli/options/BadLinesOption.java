package org.gpchain.internal.cli.options;

import org.gpchain.internal.corpora.BadLines;
import picocli.CommandLine.Option;

/** An option that lets bad lines of lists be left out. */
public final class BadLinesOption extends CommandPart {
  @Option(
      names = BadLines.OPTION,
      description =
          "Leave out lines of word lists, label maps and voices that cannot be read, and say how"
              + " many there are. Default: they are errors, which are reported together.")
  private boolean areSkipped;

  public boolean areSkipped() {
    return areSkipped;
  }
}
