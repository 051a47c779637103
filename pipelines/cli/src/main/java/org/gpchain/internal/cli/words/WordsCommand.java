package org.gpchain.internal.cli.words;

import org.gpchain.internal.cli.console.ConsoleCommand;
import picocli.CommandLine.Command;

/** Command {@code gpchain words}: learns, imports and shows word resources. */
@Command(
    name = "words",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Learns clusters and hidden states of words from raw text, imports clusters and vectors,"
            + " and shows the resources.",
    subcommands = {WordsLearnCommand.class, WordsImportCommand.class, WordsShowCommand.class})
public final class WordsCommand extends ConsoleCommand {
  @Override
  public Integer call() {
    throw wrongUse("a command is missing: learn, import or show");
  }
}
