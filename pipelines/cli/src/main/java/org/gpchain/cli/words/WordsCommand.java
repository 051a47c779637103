package org.gpchain.cli.words;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code gpchain words}: what raw text says of words. */
@Command(
    name = "words",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Learns clusters and hidden states of words from raw text, shows them, and makes vectors"
            + " of them.",
    subcommands = {
      WordsLearnCommand.class,
      WordsImportCommand.class,
      WordsShowCommand.class,
      WordsVectorsCommand.class
    })
public final class WordsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: learn, import, show or vectors");
  }
}
