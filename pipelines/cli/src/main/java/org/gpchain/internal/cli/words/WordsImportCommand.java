package org.gpchain.internal.cli.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.words.WordImport;
import org.gpchain.internal.training.words.WordClusterer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code gpchain words import}: makes a word resource of another program's output. */
@Command(
    name = "import",
    description = "Makes a word resource of existing Brown clusters or word vectors.",
    footer = {
      "",
      "Examples:",
      "  gpchain words import --brown paths.txt --output brown.words",
      "  gpchain words import --vectors cc.da.300.vec --language da --output da.words"
    })
final class WordsImportCommand extends ConsoleCommand {
  @ArgGroup(multiplicity = "1")
  private Source source;

  /** The file to import; exactly one of its options is given. */
  static final class Source {
    @Option(
        names = "--brown",
        paramLabel = "FILE",
        description =
            "Brown clusters: each line has a bit string, a word and its count, separated by TABs.")
    private Path brown;

    @Option(
        names = "--vectors",
        paramLabel = "FILE",
        description = {
          "Word vectors of word2vec, fastText or GloVe: text or, if the name ends with .bin,"
              + " word2vec's binary format. They are clustered by k-means."
        })
    private Path vectors;
  }

  @Mixin private ResourceOptions target = new ResourceOptions("x-unspecified");

  @Option(
      names = "--prefixes",
      split = ",",
      defaultValue = "4,6,10,20",
      paramLabel = "N",
      description = {
        "With --brown: make a column brownN for each N. Its values are the first N bits of the bit"
            + " strings. Default: ${DEFAULT-VALUE}."
      })
  private List<Integer> prefixes;

  @Option(
      names = "--clusters",
      split = ",",
      defaultValue = "64,256,1024",
      paramLabel = "K",
      description = "With --vectors: numbers of clusters, one column each.")
  private List<Integer> clusters;

  @Option(
      names = "--limit",
      description =
          "With --vectors: read only the first N words of the file, which are usually the most"
              + " frequent.")
  private int limit = 50_000;

  @Option(
      names = {"-j", "--threads"},
      description =
          "Number of threads. It does not change the result. Default: the number of processors.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    checkCounts("--prefixes", prefixes);
    checkCounts("--clusters", clusters);
    checkCounts("--limit", List.of(limit));
    checkCounts("--threads", List.of(threads));

    target.check();
    WordResource resource;
    if (source.brown != null) {
      resource = WordImport.brown(source.brown, prefixes, target.label());
    } else {
      WordClusterer clusterer = WordClusterer.of(target.seed, threads).withGranularities(clusters);
      resource = WordImport.vectors(source.vectors, limit, clusterer, target.label());
    }

    String written = target.write(resource);
    print(format("%,d words: %s%n", resource.numbers().wordCount(), written));
    return 0;
  }

  private void checkCounts(String option, List<Integer> counts) {
    if (counts.isEmpty() || counts.stream().anyMatch(count -> count < 1)) {
      throw wrongUse(option + " must be at least 1, was " + counts);
    }
  }
}
