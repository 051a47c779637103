package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.ColumnFormat.Kind;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenLine;

/** Parses the sentences of one file, line by line. The first line with a token fixes the layout. */
final class SentenceParser {
  /** Maximum number of strings that are kept: files may be larger than memory. */
  private static final int MAX_STRINGS = 1 << 20;

  private final Path file;
  private final TextLines lines;
  private final ColumnFormat format;
  private final ColumnPreview preview;
  private final CommentRule comments;

  /** Corpora repeat few strings many times; one copy of each saves most of the memory. */
  private final Map<String, String> strings = new HashMap<>();

  /** Null before the first line with a token. */
  private ColumnLayout layout;

  private List<String> columns = List.of();
  private List<List<String>> values = new ArrayList<>();
  private List<String> labels = new ArrayList<>();
  private List<Integer> tokenLines = new ArrayList<>();
  private int document;
  private boolean isDocumentEmpty = true;

  private final LineCount doubtfulComments = new LineCount();
  private final LineCount skipped = new LineCount();
  private final LineCount headers = new LineCount();

  /** The number of lines of a kind, and the first of them. */
  private final class LineCount {
    private int count;
    private int firstLine;
    private String first = "";

    void add(int line, String text) {
      if (count == 0) {
        firstLine = line;
        first = text;
      }
      count++;
    }

    /** Returns the number in words, with the first line as an example; empty if there is none. */
    Optional<String> note(String one, String several) {
      if (count == 0) {
        return Optional.empty();
      }
      String place = InputException.place(file, firstLine);
      return Optional.of(
          count == 1
              ? format("%s: 1 %s: '%s'", place, one, first)
              : format("%s: %s %s, such as '%s'", place, count, several, first));
    }
  }

  /**
   * @param lines of the file, before the first one has been read; not closed
   * @throws InputException if the file has no columns
   */
  SentenceParser(Path file, TextLines lines, ColumnFormat format) throws InputException {
    this.file = file;
    this.lines = lines;
    this.format = format;
    this.preview = new ColumnPreview(lines.preview());
    this.comments = new CommentRule(preview);

    Optional<FileKind> kind = FileKind.withoutColumns(String.join("\n", preview.lines()));
    if (kind.isPresent()) {
      throw new InputException(file, 1, "this is " + kind.get().description(), kind.get().cure());
    }
    boolean isNamed = format.layout(ConlluLines.COLUMNS).isPresent();
    if (preview.isConllu() && format.kind() != Kind.CONLLU && !isNamed) {
      throw new InputException(file, "this looks like CoNLL-U", "give --format conllu");
    }
  }

  List<String> columns() {
    return columns;
  }

  /** Whether the cells of a line are separated by TABs; a file with one column may have neither. */
  boolean hasTabs() {
    return preview.hasTabs() || preview.columnCount() <= 1;
  }

  /** Returns how the file was read where that was guessed or where something was skipped. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (layout != null && !layout.note().isEmpty()) {
      notes.add(file + ": " + layout.note());
    }
    headers.note("line names the columns", "lines name the columns").ifPresent(notes::add);
    doubtfulComments
        .note("line with # is read as a comment", "lines with # are read as comments")
        .ifPresent(notes::add);
    skipped
        .note(
            "multiword token or empty node is left out",
            "multiword tokens and empty nodes are left out")
        .ifPresent(notes::add);
    if (layout != null && layout.misc() != null) {
      notes.add(labelNote(layout.misc()));
    }
    return notes;
  }

  /** Returns what {@link #notes} say without the place, each with the number of times. */
  Map<String, Integer> remarks() {
    Map<String, Integer> remarks = new HashMap<>();
    if (layout != null && !layout.note().isEmpty()) {
      remarks.put(layout.note(), 1);
    }
    remarks.put("lines that name columns are no tokens", headers.count);
    remarks.put("lines with # are read as comments", doubtfulComments.count);
    remarks.put("multiword tokens and empty nodes are left out", skipped.count);
    remarks.values().removeIf(count -> count == 0);
    return remarks;
  }

  private String labelNote(MiscLabels misc) {
    String missing =
        misc.missing() == 0
            ? ""
            : format("; %s without it have the label O", plural(misc.missing(), "token"));
    return format("%s: the labels are those of the key %s%s", file, misc.key(), missing);
  }

  /** Returns problems that a user should know of. */
  List<String> warnings() {
    boolean areNumbers =
        layout != null
            && layout.size() > 1
            && layout.names().get(0).equals(TokenSequence.WORD)
            && preview.countsTokens();
    return areNumbers
        ? List.of(
            file
                + ": the words are numbers that count the tokens; say with --columns which column"
                + " has the words, for example _,word,label")
        : List.of();
  }

  /**
   * Returns the first sentences of the file.
   *
   * @param limit number of sentences after which to stop, at least 1
   * @throws InputException if a line does not fit the format, or there is no sentence
   */
  List<RawSentence> parse(int limit) throws IOException {
    List<RawSentence> sentences = new ArrayList<>();
    Optional<RawSentence> next = next(line -> {});
    while (next.isPresent()) {
      sentences.add(next.get());
      next = sentences.size() < limit ? next(line -> {}) : Optional.empty();
    }

    if (sentences.isEmpty()) {
      throw noSentence();
    }
    checkLabels();
    return sentences;
  }

  private void checkLabels() throws InputException {
    if (layout.misc() != null && !layout.misc().isFound()) {
      throw noLabels("no token has the key " + layout.misc().key(), layout.misc());
    }
  }

  private InputException noLabels(String problem, MiscLabels misc) {
    String keys = misc == null ? "" : "; its keys are " + misc.seenKeys();
    return new InputException(
        file,
        problem + keys,
        "name the key of the labels in the last column with --label-key, or their column with"
            + " --columns");
  }

  /**
   * Returns the next sentence; empty after the last one.
   *
   * @param seen takes the lines up to the one that ends it, which may be the last of the file
   * @throws InputException if a line does not fit the format
   */
  Optional<RawSentence> next(Consumer<TokenLine> seen) throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      LineKind kind = add(line, lines.line());
      seen.accept(new TokenLine(kind, lines.before(), line, lines.after()));

      boolean isInside = kind == LineKind.TOKEN || kind == LineKind.SKIPPED;
      Optional<RawSentence> sentence = isInside ? Optional.empty() : take();
      if (startsDocument(kind, line)) {
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

  private static boolean startsDocument(LineKind kind, String line) {
    return kind == LineKind.DOCUMENT_MARK
        || (kind == LineKind.COMMENT && CommentRule.startsDocument(line));
  }

  /** Adds the token of a line, if it has one. */
  private LineKind add(String line, int number) throws InputException {
    List<String> cells = Cells.of(line);
    if (cells.isEmpty()) {
      return LineKind.BLANK;
    }
    if (cells.get(0).equals(CommentRule.DOCUMENT_MARK)) {
      return LineKind.DOCUMENT_MARK;
    }
    if (isComment(line, cells, number)) {
      return LineKind.COMMENT;
    }

    if (layout == null) {
      startFile(cells.size(), number);
    }
    if (layout.skips(cells)) {
      skipped.add(number, cells.get(0));
      return LineKind.SKIPPED;
    }
    addToken(line, cells, number);
    return LineKind.TOKEN;
  }

  private boolean isComment(String line, List<String> cells, int number) {
    if (CommentRule.isAboutDocument(line)) {
      return true;
    }
    if (tokenLines.isEmpty() && comments.isComment(line, cells)) {
      if (comments.hasCellsOfTokens(line, cells)) {
        doubtfulComments.add(number, line);
      }
      return true;
    }
    if (layout == null && ColumnLayout.isHeader(cells, preview)) {
      headers.add(number, line);
      return true;
    }
    return false;
  }

  /** The tokens since the last call as a sentence, if there are any. */
  private Optional<RawSentence> take() {
    if (tokenLines.isEmpty()) {
      return Optional.empty();
    }
    int[] places = tokenLines.stream().mapToInt(Integer::intValue).toArray();
    RawSentence sentence =
        new RawSentence(new TokenSequence(columns, values), labels, List.of(), places, document);
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

  private void addToken(String line, List<String> cells, int number) throws InputException {
    if (cells.size() != layout.size()) {
      throw wrongColumns(line, cells.size(), number);
    }
    tokenLines.add(number);
    int next = 0;
    for (int c = 0; c < cells.size(); c++) {
      String column = layout.names().get(c);
      if (column.equals(ColumnFormat.IGNORED)) {
        continue;
      }
      String cell = cells.get(c);
      if (cell.isEmpty()) {
        throw emptyCell(column, number);
      }
      if (column.equals(ColumnFormat.LABEL)) {
        labels.add(shared(layout.misc() == null ? cell : layout.misc().labelIn(cell)));
      } else {
        values.get(next++).add(shared(cell));
      }
    }
  }

  private InputException emptyCell(String column, int line) {
    return new InputException(
        file,
        line,
        "the column '" + column + "' is empty",
        column.equals(ColumnFormat.LABEL)
            ? "every token needs a label, O for tokens outside of segments"
            : "fill it in, or leave the column out with --columns");
  }

  private String shared(String value) {
    if (strings.size() >= MAX_STRINGS) {
      strings.clear();
    }
    return strings.computeIfAbsent(value, same -> same);
  }

  private void startFile(int columnCount, int line) throws InputException {
    Optional<ColumnLayout> found = ColumnLayout.of(format, preview, columnCount, line);
    if (found.isEmpty()) {
      throw unknownLayout(columnCount, line);
    }
    layout = found.get();
    boolean isMisc = layout.names().indexOf(ColumnFormat.LABEL) == ConlluLines.MISC;
    if (format.kind() == Kind.CONLLU && isMisc && layout.misc() == null) {
      throw noLabels("no key in the last column has labels of segments", null);
    }
    columns = layout.readNames();
    startSentence();
  }

  private void startSentence() {
    labels = new ArrayList<>();
    tokenLines = new ArrayList<>();
    values = new ArrayList<>();
    columns.forEach(column -> values.add(new ArrayList<>()));
  }

  private InputException unknownLayout(int found, int line) {
    Optional<String> separator = preview.otherSeparator();
    if (separator.isPresent()) {
      return new InputException(
          file,
          line,
          "the columns of this file are separated by " + separator.get(),
          "separate them by a TAB, and sentences by a blank line");
    }
    if (format.hasLabels() && found < format.fewestColumns() && preview.mostColumns() == found) {
      return new InputException(
          file,
          line,
          "this file has no labels: its lines have " + columns(found) + ", " + format.description(),
          "give a file with a label in every line, or say with --columns what its columns are");
    }
    return new InputException(
        file,
        line,
        "this line has " + columns(found) + ", " + format.description(),
        "fix the line, or say with --format or --columns what the columns of this file are");
  }

  private InputException wrongColumns(String line, int found, int number) {
    String cure =
        CommentRule.mayBeComment(line)
            ? "put comments before the first token of a sentence"
            : "separate the columns of all lines in the same way, by a TAB or by spaces, and"
                + " sentences by a blank line";
    return new InputException(
        file,
        number,
        "this line has " + columns(found) + ", line " + layout.line() + " has " + layout.size(),
        cure);
  }

  private static String columns(int count) {
    return count == 1 ? "1 column" : count + " columns";
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
