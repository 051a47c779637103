package org.gpchain.experiments.segmentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import opennlp.tools.util.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.experiments.lab.Context;
import org.gpchain.experiments.lab.Experiment;
import org.gpchain.experiments.lab.Tables;
import org.gpchain.experiments.lab.Tables.Column;
import org.gpchain.internal.core.tokens.ProfileCounter;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.corpora.plaintext.Detokenizer;
import org.gpchain.internal.corpora.plaintext.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gpchain experiment segmentation}: whether raw text is divided as corpora are. */
@Command(
    name = "segmentation",
    sortOptions = false,
    description = {
      "Joins the tokens of corpora to plain text, divides it into sentences and tokens as annotate"
          + " does, and compares these with the corpora: precision, recall and F1 of tokens and F1"
          + " of sentences, each by its first and last character.",
      "The token profile is that of the training part, as in a model. If a corpus has its original"
          + " text (raw-PART.txt, a line per sentence), this is divided too."
    },
    footer = {"", "Example:", "  gpchain experiment segmentation --data DIR"})
public final class SegmentationCommand extends Experiment<SegmentationRow> {
  private static final int MOST_COLUMNS = 5;
  private static final int BLOCKS_PER_READ = 1000;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The folder of the corpora.")
  private Path directory;

  @Option(
      names = "--corpus",
      split = ",",
      paramLabel = "NAME",
      description = "One or more of: ${COMPLETION-CANDIDATES}. Default: all.")
  private Set<Source> sources = new LinkedHashSet<>();

  @Option(
      names = "--part",
      paramLabel = "NAME",
      defaultValue = "dev",
      description = "The part to divide: train, dev or test. Default: ${DEFAULT-VALUE}.")
  private String part;

  /** The corpora: folders with a file of columns for each part, whose first column is the word. */
  enum Source {
    GUM_CCBY("en"),
    GUM_OPEN3("en"),
    EWT_POS("en"),
    WIKIGOLD("en"),
    BTC("en"),
    LITBANK("en"),
    GERMEVAL2014("de"),
    NORNE_NB("nb");

    private final String language;

    Source(String language) {
      this.language = language;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  protected Stream<SegmentationRow> run(Context context) throws IOException {
    List<Source> chosen = sources.isEmpty() ? List.of(Source.values()) : List.copyOf(sources);
    List<SegmentationRow> rows = new ArrayList<>();
    for (Source source : chosen) {
      rows.addAll(rows(source));
    }
    return rows.stream();
  }

  private List<SegmentationRow> rows(Source source) throws IOException {
    Path folder = directory.resolve(source.toString());
    ProfileCounter counter = new ProfileCounter();
    sentences(folder.resolve("train.txt")).forEach(counter::add);
    TokenProfile profile = counter.profile();

    List<List<String>> sentences = sentences(folder.resolve(part + ".txt"));
    List<SegmentationRow> rows = new ArrayList<>();
    int[] oneDocument = new int[sentences.size()];
    PlainText joined = Detokenizer.join(source.language, sentences, oneDocument);
    rows.add(row(source, "joined", joined, profile));

    Path original = folder.resolve("raw-" + part + ".txt");
    if (Files.exists(original)) {
      PlainText text = OriginalText.of(original, Files.readAllLines(original), sentences);
      rows.add(row(source, "original", text, profile));
    }
    return rows;
  }

  private static SegmentationRow row(
      Source source, String kind, PlainText text, TokenProfile profile) {
    List<Span> goldTokens = text.tokens().stream().flatMap(List::stream).toList();
    List<Span> goldSentences =
        text.tokens().stream()
            .map(tokens -> new Span(tokens.get(0).getStart(), lastOf(tokens).getEnd()))
            .toList();

    TextSegmenter segmenter = TextSegmenter.of(source.language, profile);
    List<Span> tokens = new ArrayList<>();
    List<Span> sentences = new ArrayList<>();
    for (Span sentence : segmenter.sentences(text.text())) {
      String covered = sentence.getCoveredText(text.text()).toString();
      List<Span> inside =
          segmenter.tokens(covered).stream()
              .map(token -> new Span(token, sentence.getStart()))
              .toList();
      if (!inside.isEmpty()) {
        sentences.add(new Span(inside.get(0).getStart(), lastOf(inside).getEnd()));
        tokens.addAll(inside);
      }
    }
    return new SegmentationRow(
        source.toString(),
        kind,
        source.language,
        SegmentationRow.count(goldTokens, tokens),
        SegmentationRow.count(goldSentences, sentences));
  }

  private static Span lastOf(List<Span> spans) {
    return spans.get(spans.size() - 1);
  }

  /** Reads the words of a file whose first column they are. */
  private static List<List<String>> sentences(Path file) throws IOException {
    List<List<String>> sentences = new ArrayList<>();
    try (TokenFile in = new TokenFile(file, firstColumn())) {
      List<TokenBlock> blocks = in.next(BLOCKS_PER_READ);
      while (!blocks.isEmpty()) {
        for (TokenBlock block : blocks) {
          sentences.add(block.tokens().column(TokenSequence.WORD));
        }
        blocks = in.next(BLOCKS_PER_READ);
      }
    }
    return sentences;
  }

  private static ColumnFormat firstColumn() {
    List<List<String>> layouts = new ArrayList<>();
    List<String> columns = new ArrayList<>(List.of(TokenSequence.WORD));
    for (int count = 1; count <= MOST_COLUMNS; count++) {
      layouts.add(List.copyOf(columns));
      columns.add(ColumnFormat.IGNORED);
    }
    return new ColumnFormat("words", layouts);
  }

  @Override
  protected String table(List<SegmentationRow> rows, Context context) {
    return Tables.of(
        rows,
        3,
        List.of(
            new Column<>("corpus", SegmentationRow::corpus),
            new Column<>("text", SegmentationRow::text),
            new Column<>("language", SegmentationRow::language),
            Column.of("sentences", 0, row -> row.sentences().gold()),
            Column.of("tokens", 0, row -> row.tokens().gold()),
            Column.of("token precision", 2, row -> 100 * row.tokens().precision()),
            Column.of("token recall", 2, row -> 100 * row.tokens().recall()),
            Column.of("token F1", 2, row -> 100 * row.tokens().f1()),
            Column.of("sentence F1", 2, row -> 100 * row.sentences().f1())));
  }
}
