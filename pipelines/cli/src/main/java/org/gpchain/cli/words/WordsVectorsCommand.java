package org.gpchain.cli.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.cli.console.ConsoleCommand;
import org.gpchain.core.words.WordResource;
import org.gpchain.corpora.words.WordFiles;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gpchain words vectors}: hidden states as vectors of words. */
@Command(
    name = "vectors",
    description = {
      "Writes a vector for each word, as text in word2vec's format, for train --embeddings or other"
          + " programs: the square roots of how probable each hidden state is for the word by"
          + " itself."
    },
    footer = {
      "",
      "Example:",
      "  gpchain words learn --input texts.txt --output my.words",
      "  gpchain words vectors my.words --output vectors.txt"
    })
final class WordsVectorsCommand extends ConsoleCommand {
  @Parameters(paramLabel = "FILE", description = "The word resource.")
  private Path file;

  @Option(
      names = {"-o", "--output"},
      required = true,
      description = "The file of the vectors. An existing file is replaced.")
  private Path output;

  @Option(names = "--limit", description = "The N most frequent words.")
  private int limit = 50_000;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--limit", limit, 1);
    checkOutput(output);
    WordResource resource = WordFiles.read(file);
    if (resource.states() == null) {
      throw wrongUse(
          "%s: the resource has no hidden states; its columns are %s; words learn makes some"
              .formatted(file, resource.columns()));
    }
    int[] words = new int[1];
    AtomicFile.write(output, out -> words[0] = WordFiles.writeVectors(resource, limit, out));
    print(
        format(
            "%,d words, %d numbers each. Wrote %s.%n",
            words[0], resource.states().stateCount(), output));
    return 0;
  }
}
