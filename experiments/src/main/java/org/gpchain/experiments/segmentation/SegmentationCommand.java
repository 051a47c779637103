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

/** {@code gpchain experiment segmentation}: accuracy of sentence splitting and tokenization. */
@Command(
    name = "segmentation",
    sortOptions = false,
    description = {
      "Joins the tokens of corpora to plain text, splits the text into sentences and tokens as"
          + " annotate does, and compares the result with the corpora: precision, recall and F1 of"
          + " tokens and F1 of sentences. A token or sentence is correct if its first and last"
          + " characters are.",
      "The token profile comes from the training part, as in a model. If a corpus has its original"
          + " text (raw-PART.txt, one sentence per line), this text is split too."
    },
    footer = {"", "Example:", "  gpchain experiment segmentation --data DIR"})
public final class SegmentationCommand extends Experiment<SegmentationRow> {
  /** Maximum number of columns of a corpus file. */
  private static final int MAX_COLUMNS = 5;

  private static final int BLOCKS_PER_READ = 1000;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The folder that contains the corpora.")
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
      description = "The part to split: train, dev or test. Default: ${DEFAULT-VALUE}.")
  private String part;

  /** A corpus: a folder with one column file per part. The first column is the word. */
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
    List<Source> chosen = List.copyOf(sources);
    if (chosen.isEmpty()) {
      chosen = List.of(Source.values());
    }

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
    List<Span> goldSentences = text.tokens().stream().map(SegmentationCommand::cover).toList();

    TextSegmenter segmenter = TextSegmenter.of(source.language, profile);
    List<Span> tokens = new ArrayList<>();
    List<Span> sentences = new ArrayList<>();
    for (Span sentence : segmenter.sentences(text.text())) {
      String covered = sentence.getCoveredText(text.text()).toString();
      List<Span> inside = new ArrayList<>();
      for (Span token : segmenter.tokens(covered)) {
        inside.add(new Span(token, sentence.getStart()));
      }
      if (!inside.isEmpty()) {
        sentences.add(cover(inside));
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

  /** Returns the span from the first character of the first token to the end of the last. */
  private static Span cover(List<Span> tokens) {
    Span last = tokens.get(tokens.size() - 1);
    return new Span(tokens.get(0).getStart(), last.getEnd());
  }

  /** Reads the first column of a file, the words. */
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
    for (int count = 1; count <= MAX_COLUMNS; count++) {
      layouts.add(List.copyOf(columns));
      columns.add(ColumnFormat.IGNORED);
    }
    return new ColumnFormat("words", layouts);
  }

  @Override
  protected String table(List<SegmentationRow> rows, Context context) {
    List<Column<SegmentationRow>> columns =
        List.of(
            new Column<>("corpus", SegmentationRow::corpus),
            new Column<>("text", SegmentationRow::text),
            new Column<>("language", SegmentationRow::language),
            Column.of("sentences", 0, SegmentationRow::goldSentences),
            Column.of("tokens", 0, SegmentationRow::goldTokens),
            Column.percent("token precision", 2, SegmentationRow::tokenPrecision),
            Column.percent("token recall", 2, SegmentationRow::tokenRecall),
            Column.percent("token F1", 2, SegmentationRow::tokenF1),
            Column.percent("sentence F1", 2, SegmentationRow::sentenceF1));
    return Tables.of(rows, 3, columns);
  }
}
