package org.gpchain.experiments.rawtext;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import opennlp.tools.util.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.corpora.plaintext.Detokenizer;
import org.gpchain.internal.corpora.plaintext.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain experiment detokenization}: compares joined tokens with the original text. */
@Command(
    name = "detokenization",
    sortOptions = false,
    description =
        "Joins the tokens of a corpus as evaluate --from-text does, and compares the spaces between"
            + " them with those of the original sentences.",
    footer = {
      "",
      "Example:",
      "  gpchain experiment detokenization --tokens train.txt --text raw-train.txt"
    })
public final class DetokenizationCommand extends ConsoleCommand {
  /** Maximum number of gaps to list. */
  private static final int MAX_LISTED = 10;

  @Option(
      names = "--tokens",
      required = true,
      paramLabel = "FILE",
      description = "The corpus: a file with columns.")
  private Path tokenFile;

  @Option(
      names = "--text",
      required = true,
      paramLabel = "FILE",
      description = "The original sentences, one per line.")
  private Path textFile;

  @Option(
      names = "--columns",
      split = ",",
      description = "The columns of the corpus. Default: ${DEFAULT-VALUE}.")
  private List<String> columns = List.of(TokenSequence.WORD, "_", "_");

  @Option(names = "--language", description = "Language of the corpus. Default: ${DEFAULT-VALUE}.")
  private String language = "en";

  /** Number of gaps between tokens. */
  private long gaps;

  /** Numbers of gaps that were not restored, by the tokens around them. */
  private final Map<String, Integer> wrong = new HashMap<>();

  @Override
  public Integer call() throws IOException {
    List<List<String>> sentences = sentences();
    PlainText joined = Detokenizer.join(language, sentences, new int[sentences.size()]);

    List<String> lines = new ArrayList<>();
    TextLines.forEach(textFile, StandardCharsets.UTF_8, (number, line) -> lines.add(line));
    if (lines.size() != sentences.size()) {
      throw new InputException(
          textFile,
          format("%s lines, but %s has %s sentences", lines.size(), tokenFile, sentences.size()),
          "give the original sentences of the corpus, one per line");
    }

    for (int s = 0; s < lines.size(); s++) {
      compare(lines.get(s), s + 1, sentences.get(s), joined.tokens().get(s));
    }
    print();

    return 0;
  }

  private List<List<String>> sentences() throws IOException {
    try (TokenFile file = new TokenFile(tokenFile, ColumnFormat.ofTokenColumns(columns))) {
      return file.next(Integer.MAX_VALUE).stream()
          .map(TokenBlock::tokens)
          .filter(tokens -> tokens.length() > 0)
          .map(tokens -> tokens.column(TokenSequence.WORD))
          .toList();
    }
  }

  private void compare(String original, int line, List<String> words, List<Span> joined)
      throws InputException {
    int end = 0;
    for (int t = 0; t < words.size(); t++) {
      int begin = original.indexOf(words.get(t), end);
      if (begin < 0 || !original.substring(end, begin).isBlank()) {
        throw new InputException(
            textFile,
            line,
            "the token '" + words.get(t) + "' is not where it should be",
            "give the original sentences of the corpus, one per line");
      }

      if (t > 0) {
        String pair = words.get(t - 1) + " | " + words.get(t);
        addGap(pair, begin > end, joined.get(t).getStart() > joined.get(t - 1).getEnd());
      }
      end = begin + words.get(t).length();
    }
  }

  private void addGap(String pair, boolean hasSpace, boolean isJoinedWithSpace) {
    gaps++;
    if (hasSpace != isJoinedWithSpace) {
      String gap = hasSpace ? " with a space" : " without a space";
      wrong.merge(pair + gap, 1, Integer::sum);
    }
  }

  private void print() {
    int count = wrong.values().stream().mapToInt(Integer::intValue).sum();
    double right = 1 - (double) count / Math.max(1, gaps);
    out().println(format("%s of %,d gaps as in the original text", percent(right, 2), gaps));

    Comparator<Map.Entry<String, Integer>> byCount = Map.Entry.comparingByValue();
    wrong.entrySet().stream()
        .sorted(byCount.reversed().thenComparing(Map.Entry.comparingByKey()))
        .limit(MAX_LISTED)
        .forEach(entry -> out().println(entry.getValue() + "  " + entry.getKey()));
  }
}
