package org.gpchain.experiments.rawtext;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain experiment possessives}: generates a test file of possessive names. */
@Command(
    name = "possessives",
    sortOptions = false,
    description =
        "Generates English sentences in which 's or ' follows every name, with labels in IOB2, as a"
            + " test file for evaluate --from-text.",
    footer = {
      "",
      "Example:",
      "  gpchain experiment possessives --output possessives.txt",
      "  gpchain evaluate --model ner-en --test possessives.txt --columns word,label --from-text"
    })
public final class PossessivesCommand extends ConsoleCommand {
  @Option(names = "--sentences", description = "Number of sentences.")
  private int sentences = 200;

  @Option(names = "--seed", description = "Random seed of the sentences.")
  private long seed = 1;

  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "The output file. An existing file is replaced.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--sentences", sentences, 1);
    checkOutput(output);

    PossessiveText text = new PossessiveText(seed);
    StringBuilder columns = new StringBuilder();
    for (int s = 0; s < sentences; s++) {
      columns.append(text.next()).append('\n');
    }
    AtomicFile.write(output, columns.toString());

    return 0;
  }
}
