package org.gpchain.internal.cli.words;

import org.gpchain.internal.cli.console.ConsoleCommand;
import picocli.CommandLine.Command;

/** Command {@code gpchain words}: learns, imports and shows word resources. */
@Command(
    name = "words",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Learns clusters and hidden states of words from raw text, imports clusters and vectors,"
            + " shows the resources, and makes static vectors of an encoder.",
    subcommands = {
      WordsLearnCommand.class,
      WordsImportCommand.class,
      WordsShowCommand.class,
      WordsDistillCommand.class
    })
public final class WordsCommand extends ConsoleCommand {
  @Override
  public Integer call() {
    throw wrongUse("a command is missing: learn, import, show or distill");
  }
}
