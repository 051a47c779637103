package org.gpchain.internal.cli.words;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.WordReference;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.words.WordFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code gpchain words show}: describes a word resource. */
@Command(
    name = "show",
    description =
        "Shows the sources and columns of a word resource, and the words of its clusters or"
            + " states.")
final class WordsShowCommand extends ConsoleCommand {
  @Parameters(paramLabel = "FILE", description = "The word resource to show.")
  private Path file;

  @Option(
      names = "--column",
      paramLabel = "NAME",
      description = "Show words for each value of this column, such as state or cluster256.")
  private String column;

  @Option(names = "--count", description = "With --column: number of words to show for each value.")
  private int count = 12;

  @Override
  public Integer call() throws IOException {
    checkAtLeast("--count", count, 1);
    WordReference reference = WordFiles.reference(file);
    WordResource resource = WordFiles.read(file);
    if (column == null) {
      describe(resource, reference, out());
      return 0;
    }

    List<List<String>> commonWords = resource.commonest(column, count);
    if (commonWords.isEmpty()) {
      throw wrongUse(
          "the resource has no clusters or states '%s'; its columns are %s"
              .formatted(column, resource.columns()));
    }
    print(commonWords, out());
    return 0;
  }

  private static void describe(WordResource resource, WordReference reference, PrintWriter out) {
    out.println("name:        " + resource.name());
    out.println("language:    " + resource.language());
    out.println("SHA-256:     " + reference.sha256());
    out.println("columns:     " + String.join(", ", resource.columns()));
    if (resource.numbers() != null) {
      out.println("words:       " + resource.numbers().wordCount());
    }
    out.println("tokens:      " + resource.origin().tokens());
    out.println("sources:     " + String.join(", ", resource.origin().sources()));
    out.println("licence:     " + resource.origin().licence());
    out.println("attribution: " + resource.origin().attribution());
    out.println("made by:     GPChain " + resource.origin().libraryVersion());
    resource.origin().settings().forEach((name, value) -> out.println(name + ": " + value));
  }

  private static void print(List<List<String>> wordsByValue, PrintWriter out) {
    for (int value = 0; value < wordsByValue.size(); value++) {
      out.println(value + "\t" + String.join(" ", wordsByValue.get(value)));
    }
  }
}
