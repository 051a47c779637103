package org.gpchain.corpora;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.corpora.TokenFile.LineKind;
import org.gpchain.corpora.TokenFile.TokenLine;

/** Parses the sentences of one file, line by line. The first line with a token fixes the layout. */
final class SentenceParser {
  private static final String DOCUMENT_MARK = "-DOCSTART-";

  /** Of CoNLL-U and what is made of it. */
  private static final String DOCUMENT_COMMENT = "# newdoc";

  /** Bounds the strings that are kept: files may be larger than memory. */
  private static final int MAX_STRINGS = 1 << 20;

  private final Path file;
  private final ColumnFormat format;

  /** Corpora repeat few strings many times; one copy of each saves most of the memory. */
  private final Map<String, String> strings = new HashMap<>();

  private List<String> layout = List.of();
  private List<String> columns = List.of();
  private int layoutLine;

  private List<List<String>> values = new ArrayList<>();
  private List<String> labels = new ArrayList<>();
  private List<Integer> tokenLines = new ArrayList<>();
  private int document;
  private boolean isDocumentEmpty = true;

  SentenceParser(Path file, ColumnFormat format) {
    this.file = file;
    this.format = format;
  }

  List<String> columns() {
    return columns;
  }

  /** Returns how the file was read where that was guessed or where something was skipped. */
  List<String> notes() {
    return List.of();
  }

  /**
   * @param limit number of sentences after which to stop, at least 1
   * @throws InputException if a line does not fit the format, or there is no sentence
   */
  List<RawSentence> parse(int limit) throws IOException {
    List<RawSentence> sentences = new ArrayList<>();
    try (TextLines lines = new TextLines(file, InputFiles.open(file), format.encoding())) {
      Optional<RawSentence> next = next(lines, line -> {});
      while (next.isPresent()) {
        sentences.add(next.get());
        next = sentences.size() < limit ? next(lines, line -> {}) : Optional.empty();
      }
    }
    if (sentences.isEmpty()) {
      throw noSentence();
    }
    return sentences;
  }

  /**
   * The next sentence; empty after the last one.
   *
   * @param seen takes the lines up to the one that ends it, which may be the last of the file
   * @throws InputException if a line does not fit the format
   */
  Optional<RawSentence> next(TextLines lines, Consumer<TokenLine> seen) throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      LineKind kind = add(line, lines.line());
      seen.accept(new TokenLine(kind, lines.before(), line, lines.after()));
      Optional<RawSentence> sentence = kind == LineKind.TOKEN ? Optional.empty() : take();
      if (kind == LineKind.DOCUMENT_MARK) {
        // Marks stand before documents, also before the first one.
        document += isDocumentEmpty ? 0 : 1;
        isDocumentEmpty = true;
      }
      if (sentence.isPresent()) {
        return sentence;
      }
    }
    return take();
  }

  private LineKind add(String line, int number) throws IOException {
    List<String> cells = Cells.of(line);
    if (cells.isEmpty()) {
      return LineKind.BLANK;
    }
    if (line.startsWith(DOCUMENT_COMMENT) || cells.get(0).equals(DOCUMENT_MARK)) {
      return LineKind.DOCUMENT_MARK;
    }
    if (layout.isEmpty() && line.matches("<(\\?xml version=|xmi:XMI ).*")) {
      throw new InputException(
          file, number, "this is XML, without columns", "of a UIMA document say --format xmi");
    }
    addToken(cells, number);
    return LineKind.TOKEN;
  }

  /** The tokens since the last call as a sentence, if there are any. */
  private Optional<RawSentence> take() {
    if (values.isEmpty() || values.get(0).isEmpty()) {
      return Optional.empty();
    }
    int[] lines = tokenLines.stream().mapToInt(Integer::intValue).toArray();
    RawSentence sentence =
        new RawSentence(new TokenSequence(columns, values), labels, List.of(), lines, document);
    isDocumentEmpty = false;
    startSentence();
    return Optional.of(sentence);
  }

  InputException noSentence() {
    return new InputException(
        file,
        "there is no sentence in this file",
        "it should have one token per line and a blank line after each sentence");
  }

  private void addToken(List<String> cells, int line) throws IOException {
    if (layout.isEmpty()) {
      startFile(cells.size(), line);
    } else if (cells.size() != layout.size()) {
      throw wrongColumns(cells.size(), line);
    }
    tokenLines.add(line);
    int next = 0;
    for (int c = 0; c < cells.size(); c++) {
      String column = layout.get(c);
      if (column.equals(ColumnFormat.IGNORED)) {
        continue;
      }
      String value = shared(cells.get(c));
      if (value.isEmpty()) {
        throw new InputException(
            file,
            line,
            "the column '" + column + "' is empty",
            column.equals(ColumnFormat.LABEL)
                ? "every token needs a label, O for tokens outside of segments"
                : "fill it in, or leave the column out with --columns");
      }
      if (column.equals(ColumnFormat.LABEL)) {
        labels.add(value);
      } else {
        values.get(next++).add(value);
      }
    }
  }

  private String shared(String value) {
    if (strings.size() >= MAX_STRINGS) {
      strings.clear();
    }
    return strings.computeIfAbsent(value, same -> same);
  }

  private void startFile(int columnCount, int line) throws IOException {
    layout = format.layout(columnCount).orElse(List.of());
    if (layout.isEmpty()) {
      throw wrongColumns(columnCount, line);
    }
    layoutLine = line;
    columns = layout.stream().filter(ColumnFormat::isRead).toList();
    startSentence();
  }

  private void startSentence() {
    labels = new ArrayList<>();
    tokenLines = new ArrayList<>();
    values = new ArrayList<>();
    columns.forEach(column -> values.add(new ArrayList<>()));
  }

  private InputException wrongColumns(int found, int line) throws IOException {
    if (layout.isEmpty()
        && format.hasLabels()
        && found < format.fewestColumns()
        && mostColumns() == found) {
      return new InputException(
          file,
          line,
          "this file has no labels: its lines have " + columns(found) + ", " + format.description(),
          "give a file with a label in every line, or say with --columns what its columns are");
    }
    if (layout.isEmpty()) {
      return new InputException(
          file,
          line,
          "this line has " + columns(found) + ", " + format.description(),
          "fix the line, or say with --format or --columns what the columns of this file are");
    }
    return new InputException(
        file,
        line,
        "this line has " + columns(found) + ", line " + layoutLine + " has " + layout.size(),
        "separate the columns of all lines in the same way, by a TAB or by spaces, and sentences by"
            + " a blank line");
  }

  private static String columns(int count) {
    return count == 1 ? "1 column" : count + " columns";
  }

  private int mostColumns() throws IOException {
    AtomicInteger most = new AtomicInteger();
    TextLines.forEach(
        file,
        format.encoding(),
        (n, line) -> most.accumulateAndGet(Cells.of(line).size(), Math::max));
    return most.get();
  }

  /**
   * A sentence as written in the file.
   *
   * @param labels one label per token, as written; empty if labels are not read
   * @param unknown tokens whose labels were marks, and are O now
   * @param lines the line of each token, {@code [tokens]}, from 1; not copied
   */
  record RawSentence(
      TokenSequence tokens,
      List<String> labels,
      List<UnknownToken> unknown,
      int[] lines,
      int document) {
    /** Returns this sentence with another label in the place of one. */
    RawSentence withLabel(String label, String other) {
      List<String> replaced = labels.stream().map(l -> l.equals(label) ? other : l).toList();
      return new RawSentence(tokens, replaced, unknown, lines, document);
    }

    /** Returns this sentence with the label O and an unknown token in the place of each mark. */
    RawSentence withoutMarks() {
      List<UnknownToken> marked = new ArrayList<>();
      List<String> others = new ArrayList<>(labels);
      for (int t = 0; t < labels.size(); t++) {
        if (UnknownToken.isMark(labels.get(t))) {
          marked.add(UnknownToken.ofMark(t, labels.get(t)));
          others.set(t, SpanCodec.OUTSIDE);
        }
      }
      return marked.isEmpty() ? this : new RawSentence(tokens, others, marked, lines, document);
    }

    boolean hasUnknown() {
      return !unknown.isEmpty();
    }

    /**
     * Marks the unknown tokens of the decoded sentence. Where each token has its own label, what
     * stands in place of theirs is left out.
     */
    LabeledSequence mark(LabeledSequence decoded) {
      return unknown.isEmpty()
          ? decoded
          : new LabeledSequence(
              decoded.tokens(),
              decoded.spans().stream()
                  .filter(span -> unknown.stream().noneMatch(one -> one.token() == span.start()))
                  .toList(),
              unknown);
    }
  }
}
