package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.corpora.ColumnFormat.Kind;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenLine;
import org.gpchain.internal.corpora.conllu.ConlluNumbering;

/**
 * A parser of the sentences of one file with columns. It reads the file line by line, and the first
 * line with a token determines the layout of the columns.
 */
final class SentenceParser {
  /** Maximum number of strings in {@link #strings}, since files may be larger than memory. */
  private static final int MAX_STRINGS = 1 << 20;

  private final Path file;
  private final TextLines lines;
  private final ColumnFormat format;
  private final ColumnPreview preview;
  private final CommentRule comments;

  /**
   * The shared copy of each string. Corpora repeat few strings many times, so this saves memory.
   */
  private final Map<String, String> strings = new HashMap<>();

  /** Layout of the columns; null before the first line with a token. */
  private ColumnLayout layout;

  private List<String> columns = List.of();
  private List<List<String>> values = new ArrayList<>();
  private List<String> labels = new ArrayList<>();
  private List<Integer> tokenLines = new ArrayList<>();

  /** IDs of the lines of a sentence in CoNLL-U, and the number of the first of these lines. */
  private final List<String> ids = new ArrayList<>();

  private int firstIdLine;

  private int document;
  private boolean isDocumentEmpty = true;

  private final LineCount doubtfulComments = new LineCount();
  private final LineCount skipped = new LineCount();
  private final LineCount headers = new LineCount();
  private final LineCount damagedRanges = new LineCount();
  private final LineCount misplacedIds = new LineCount();

  /** A count of the lines of some kind, with the first such line as an example. */
  private final class LineCount {
    private int count;
    private int firstLine;
    private String firstText = "";

    void add(int line, String text) {
      if (count == 0) {
        firstLine = line;
        firstText = text;
      }
      count++;
    }

    /**
     * Returns a note with the count and the first line, or empty if no line was counted.
     *
     * @param one phrase for a single line
     * @param several phrase for more than one line
     */
    Optional<String> note(String one, String several) {
      if (count == 0) {
        return Optional.empty();
      }

      String place = InputException.place(file, firstLine);
      if (count == 1) {
        return Optional.of(format("%s: 1 %s: '%s'", place, one, firstText));
      }
      return Optional.of(format("%s: %s %s, such as '%s'", place, count, several, firstText));
    }
  }

  /**
   * Creates a parser. Reads only the preview of the file.
   *
   * @param lines lines of the file, none of which has been read yet; not closed
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
      throw new InputException(file, "this looks like CoNLL-U", "use --format conllu");
    }
  }

  List<String> columns() {
    return columns;
  }

  /**
   * Returns whether TABs separate the cells of a line. Also true if there is only one column, so
   * that nothing separates cells.
   */
  boolean hasTabs() {
    return preview.hasTabs() || preview.columnCount() <= 1;
  }

  /**
   * Returns notes on guesses about the format and on skipped lines, each beginning with the file.
   */
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
            "multiword token or empty node is skipped",
            "multiword tokens and empty nodes are skipped")
        .ifPresent(notes::add);
    damagedRanges
        .note(
            "multiword token does not fit the tokens after it and is ignored",
            "multiword tokens do not fit the tokens after them and are ignored")
        .ifPresent(notes::add);
    misplacedIds
        .note("ID does not follow the one before it", "IDs do not follow the ones before them")
        .ifPresent(notes::add);
    if (layout != null && layout.misc() != null) {
      notes.add(labelNote(layout.misc()));
    }
    return notes;
  }

  /**
   * Returns the contents of {@link #notes} without file and line, each with its number of lines.
   */
  Map<String, Integer> remarks() {
    Map<String, Integer> remarks = new HashMap<>();
    if (layout != null && !layout.note().isEmpty()) {
      remarks.put(layout.note(), 1);
    }
    remarks.put("lines that name columns are no tokens", headers.count);
    remarks.put("lines with # are read as comments", doubtfulComments.count);
    remarks.put("multiword tokens and empty nodes are skipped", skipped.count);
    remarks.put(
        "multiword tokens do not fit the tokens after them and are ignored", damagedRanges.count);
    remarks.put("IDs of CoNLL-U do not follow the ones before them", misplacedIds.count);
    remarks.values().removeIf(count -> count == 0);
    return remarks;
  }

  private String labelNote(MiscLabels misc) {
    String missing = "";
    if (misc.missing() > 0) {
      missing = format("; %s without it have the label O", plural(misc.missing(), "token"));
    }
    return format("%s: the labels are those of the key %s%s", file, misc.key(), missing);
  }

  /** Returns warnings for the user, each beginning with the file. */
  List<String> warnings() {
    boolean areNumbers =
        layout != null
            && layout.size() > 1
            && layout.names().get(0).equals(TokenSequence.WORD)
            && preview.countsTokens();
    if (!areNumbers) {
      return List.of();
    }

    return List.of(
        file
            + ": the words are token numbers; specify the column of the words with"
            + " --columns, for example _,word,label");
  }

  /**
   * Returns the first sentences of the file.
   *
   * @param limit maximum number of sentences, at least 1
   * @throws InputException if a line does not fit the format, or there is no sentence
   */
  List<RawSentence> parse(int limit) throws IOException {
    List<RawSentence> sentences = new ArrayList<>();
    while (sentences.size() < limit) {
      Optional<RawSentence> sentence = next(line -> {});
      if (sentence.isEmpty()) {
        break;
      }
      sentences.add(sentence.get());
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

  /**
   * Returns the exception for a file without labels.
   *
   * @param misc labels of the key that was not found; null if no key looks like that of labels
   */
  private InputException noLabels(String problem, MiscLabels misc) {
    String keys = "";
    if (misc != null) {
      keys = "; its keys are " + misc.seenKeys();
    }
    return new InputException(
        file,
        problem + keys,
        "specify the key of the labels in the last column with --label-key, or the"
            + " label column with --columns");
  }

  /**
   * Returns the next sentence, or empty after the last one.
   *
   * @param seen receives each line that is read, up to the line that ends the sentence or to the
   *     end of the file
   * @throws InputException if a line does not fit the format
   */
  Optional<RawSentence> next(Consumer<TokenLine> seen) throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      LineKind kind = add(line, lines.line());
      seen.accept(new TokenLine(kind, lines.before(), line, lines.after()));

      Optional<RawSentence> sentence = Optional.empty();
      boolean endsSentence = kind != LineKind.TOKEN && kind != LineKind.SKIPPED;
      if (endsSentence) {
        sentence = take();
      }

      if (startsDocument(kind, line)) {
        // The first document may begin with a mark, too, and keeps the number 0.
        if (!isDocumentEmpty) {
          document++;
        }
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
    checkCount(line, cells.size(), number);
    if (format.kind() == Kind.CONLLU) {
      addId(cells.get(0), number);
    }
    if (layout.skips(cells)) {
      skipped.add(number, cells.get(0));
      return LineKind.SKIPPED;
    }
    addToken(cells, number);
    return LineKind.TOKEN;
  }

  private void addId(String id, int number) throws InputException {
    if (!ConlluNumbering.isToken(id) && !ConlluLines.isWithoutNumber(id)) {
      throw new InputException(
          file,
          number,
          "the first column is '" + id + "', not the number of a token",
          "number the tokens of each sentence from 1, or name the columns with --columns and"
              + " without --format conllu");
    }
    if (ids.isEmpty()) {
      firstIdLine = number;
    }
    ids.add(id);
  }

  /** Counts what is wrong with the numbers of the lines since the last call. */
  private void checkIds() {
    ConlluNumbering numbering = ConlluNumbering.of(ids);
    for (int line : numbering.damagedRanges()) {
      damagedRanges.add(firstIdLine + line, ids.get(line));
    }
    for (int line : numbering.misplaced()) {
      misplacedIds.add(firstIdLine + line, ids.get(line));
    }
    ids.clear();
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

  /** Returns the tokens since the last call as a sentence, or empty if there are none. */
  private Optional<RawSentence> take() {
    checkIds();
    if (tokenLines.isEmpty()) {
      return Optional.empty();
    }

    int[] sentenceLines = tokenLines.stream().mapToInt(Integer::intValue).toArray();
    TokenSequence tokens = new TokenSequence(columns, values);
    RawSentence sentence = new RawSentence(tokens, labels, List.of(), sentenceLines, document);

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

  private void addToken(List<String> cells, int number) throws InputException {
    tokenLines.add(number);
    int valueColumn = 0;
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
        labels.add(shared(labelIn(cell)));
      } else {
        values.get(valueColumn).add(shared(cell));
        valueColumn++;
      }
    }
  }

  private String labelIn(String cell) {
    if (layout.misc() == null) {
      return cell;
    }
    return layout.misc().labelIn(cell);
  }

  private InputException emptyCell(String column, int line) {
    String cure = "fill it in, or exclude the column with --columns";
    if (column.equals(ColumnFormat.LABEL)) {
      cure = "every token needs a label, O for tokens outside of segments";
    }
    return new InputException(file, line, "the column '" + column + "' is empty", cure);
  }

  /** Returns the shared copy of a string. */
  private String shared(String value) {
    if (strings.size() >= MAX_STRINGS) {
      strings.clear();
    }
    return strings.computeIfAbsent(value, same -> same);
  }

  /** Determines the layout of the columns from the first line with a token. */
  private void startFile(int columnCount, int line) throws InputException {
    Optional<ColumnLayout> detected = ColumnLayout.of(format, preview, columnCount, line);
    if (detected.isEmpty()) {
      throw unknownLayout(columnCount, line);
    }
    layout = detected.get();

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
    for (int c = 0; c < columns.size(); c++) {
      values.add(new ArrayList<>());
    }
  }

  private InputException unknownLayout(int columnCount, int line) {
    Optional<String> separator = preview.otherSeparator();
    if (separator.isPresent()) {
      return new InputException(
          file,
          line,
          "the columns of this file are separated by " + separator.get(),
          "separate them by a TAB, and sentences by a blank line");
    }

    String columnsOfFormat = columns(columnCount) + ", " + format.description();
    boolean isShort = columnCount < format.fewestColumns() && preview.mostColumns() == columnCount;
    if (format.hasLabels() && isShort) {
      return new InputException(
          file,
          line,
          "this file has no labels: its lines have " + columnsOfFormat,
          "use a file with a label in every line, or specify its columns with --columns");
    }
    return new InputException(
        file,
        line,
        "this line has " + columnsOfFormat,
        "fix the line, or specify the columns of this file with --format or --columns");
  }

  private void checkCount(String line, int columnCount, int number) throws InputException {
    if (columnCount == layout.size()) {
      return;
    }

    String cure =
        "separate the columns of all lines in the same way, by a TAB or by spaces, and sentences"
            + " by a blank line";
    if (CommentRule.mayBeComment(line)) {
      cure = "put comments before the first token of a sentence";
    }
    String expected = ", line " + layout.line() + " has " + layout.size();
    throw new InputException(
        file, number, "this line has " + columns(columnCount) + expected, cure);
  }

  private static String columns(int count) {
    return count == 1 ? "1 column" : count + " columns";
  }

  /**
   * A sentence with its labels as written in the file.
   *
   * @param labels one label per token, as written; empty if labels are not read
   * @param unknown tokens whose labels were marks of unknown labels; their labels are O
   * @param lines line number of each token, {@code [tokens]}, from 1; not copied
   * @param document number of the document in the file, from 0
   */
  record RawSentence(
      TokenSequence tokens,
      List<String> labels,
      List<UnknownToken> unknown,
      int[] lines,
      int document) {
    /** Returns this sentence with each occurrence of a label replaced. */
    RawSentence withLabel(String label, String replacement) {
      List<String> replaced = new ArrayList<>(labels);
      Collections.replaceAll(replaced, label, replacement);
      return new RawSentence(tokens, replaced, unknown, lines, document);
    }

    /** Returns this sentence with each mark replaced by the label O and an unknown token. */
    RawSentence withoutMarks() {
      List<UnknownToken> marked = new ArrayList<>();
      List<String> replaced = new ArrayList<>(labels);
      for (int t = 0; t < labels.size(); t++) {
        if (UnknownToken.isMark(labels.get(t))) {
          marked.add(UnknownToken.ofMark(t, labels.get(t)));
          replaced.set(t, SpanCodec.OUTSIDE);
        }
      }

      if (marked.isEmpty()) {
        return this;
      }
      return new RawSentence(tokens, replaced, marked, lines, document);
    }

    boolean hasUnknown() {
      return !unknown.isEmpty();
    }

    /**
     * Marks the unknown tokens of the decoded sentence. If each token has its own label, the
     * placeholder labels of unknown tokens are removed.
     */
    LabeledSequence mark(LabeledSequence decoded) {
      if (unknown.isEmpty()) {
        return decoded;
      }

      List<Span> known = new ArrayList<>();
      for (Span span : decoded.spans()) {
        if (!isUnknown(span.start())) {
          known.add(span);
        }
      }
      return new LabeledSequence(decoded.tokens(), known, unknown);
    }

    private boolean isUnknown(int token) {
      return unknown.stream().anyMatch(marked -> marked.token() == token);
    }
  }
}
