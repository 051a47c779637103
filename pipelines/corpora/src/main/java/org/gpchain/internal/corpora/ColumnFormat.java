package org.gpchain.internal.corpora;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;

/**
 * The meaning of the columns of a corpus file. A format may have several layouts, which differ in
 * their number of columns; the first line of a file decides.
 *
 * @param name of the format, for messages
 * @param layouts for each, the names of its columns in the order of the file: one is {@link
 *     #LABEL}, unless labels are not read, and {@link #IGNORED} may stand any number of times
 * @param encoding of files without a byte order mark
 * @param kind how the layout of a file is found
 * @param labelKey in CoNLL-U, the key of labels in the last column; empty for one whose values look
 *     like labels
 */
public record ColumnFormat(
    String name, List<List<String>> layouts, Charset encoding, Kind kind, String labelKey) {
  /** How the layout of a file is found. */
  public enum Kind {
    /** The layouts have names for all columns. */
    NAMED,
    /** The user says nothing of the columns: other well-known layouts are recognized, too. */
    USUAL,
    /** CoNLL-U: some lines are no tokens, and the last column has pairs of keys and values. */
    CONLLU
  }

  public static final String LABEL = "label";

  public static final String IGNORED = "_";

  /** Task whose labels are chunks. */
  public static final String CHUNK = "chunk";

  /** Task whose labels are noun phrases, as they stand among the chunks of a corpus. */
  public static final String NOUN_PHRASE = "np";

  private static final List<String> WORD_LABEL = List.of(TokenSequence.WORD, LABEL);
  private static final List<String> WORD_POS_LABEL =
      List.of(TokenSequence.WORD, TokenSequence.POS, LABEL);
  private static final List<String> WORD_POS_CHUNK_LABEL =
      List.of(TokenSequence.WORD, TokenSequence.POS, CHUNK, LABEL);

  public ColumnFormat {
    layouts = layouts.stream().map(List::copyOf).toList();
    layouts.forEach(ColumnFormat::check);
  }

  /** A format whose layouts name all columns. */
  public ColumnFormat(String name, List<List<String>> layouts, Charset encoding) {
    this(name, layouts, encoding, Kind.NAMED, "");
  }

  /** A format of files in UTF-8. */
  public ColumnFormat(String name, List<List<String>> layouts) {
    this(name, layouts, StandardCharsets.UTF_8);
  }

  public ColumnFormat withEncoding(Charset other) {
    return new ColumnFormat(name, layouts, other, kind, labelKey);
  }

  private static void check(List<String> layout) {
    Set<String> seen = new HashSet<>();
    for (String column : layout) {
      if (column.isBlank()) {
        throw new IllegalArgumentException("a column has no name; write _ to ignore a column");
      }
      if (!column.equals(IGNORED) && !seen.add(column)) {
        throw new IllegalArgumentException(
            "two columns are called '" + column + "'; write _ to ignore a column");
      }
    }
    if (layout.stream().noneMatch(ColumnFormat::isRead)) {
      throw new IllegalArgumentException(
          "a column must be read, had " + String.join(",", layout) + "; for example word,pos");
    }
  }

  static boolean isRead(String column) {
    return !column.equals(LABEL) && !column.equals(IGNORED);
  }

  /** CoNLL-2000: word, part of speech, chunk. */
  public static ColumnFormat conll2000() {
    return new ColumnFormat("conll2000", List.of(WORD_POS_LABEL));
  }

  /** CoNLL-2002: word, part of speech or not, name. */
  public static ColumnFormat conll2002() {
    return new ColumnFormat("conll2002", List.of(WORD_LABEL, WORD_POS_LABEL));
  }

  /**
   * CoNLL-2003: word, part of speech, chunk, name; the task decides which of the last two it is.
   */
  public static ColumnFormat conll2003(String task) {
    List<String> layout =
        hasChunks(task)
            ? List.of(TokenSequence.WORD, TokenSequence.POS, LABEL, IGNORED)
            : WORD_POS_CHUNK_LABEL;
    return new ColumnFormat("conll2003", List.of(layout));
  }

  /**
   * @throws IllegalArgumentException if the label is not among the columns, or nothing else is
   */
  public static ColumnFormat ofColumns(List<String> columns) {
    if (!columns.contains(LABEL) || columns.stream().noneMatch(ColumnFormat::isRead)) {
      throw new IllegalArgumentException(
          "one column must be called 'label', and another one must be read, had "
              + String.join(",", columns)
              + "; for example word,pos,label");
    }
    return new ColumnFormat("column", List.of(columns));
  }

  /** Any columns, of a file whose labels are not read; one may be the label. */
  public static ColumnFormat ofTokenColumns(List<String> columns) {
    check(columns);
    return new ColumnFormat("column", List.of(withoutLabel(columns)));
  }

  public static ColumnFormat usual(String task) {
    return hasChunks(task)
        ? conll2000()
        : new ColumnFormat(
            "conll2002/conll2003",
            List.of(WORD_LABEL, WORD_POS_LABEL, WORD_POS_CHUNK_LABEL),
            StandardCharsets.UTF_8,
            Kind.USUAL,
            "");
  }

  /**
   * CoNLL-U: word, part of speech, and labels in the last column; for parts of speech, the label is
   * the universal one.
   *
   * @param labelKey the key of labels in the last column; empty if the user does not name it
   */
  public static ColumnFormat conllu(String task, String labelKey) {
    List<String> layout = new ArrayList<>(Collections.nCopies(ConlluLines.COLUMNS, IGNORED));
    layout.set(ConlluLines.WORD, TokenSequence.WORD);
    if (task.equals(TokenSequence.POS) && labelKey.isEmpty()) {
      layout.set(ConlluLines.UNIVERSAL_POS, LABEL);
    } else {
      layout.set(ConlluLines.UNIVERSAL_POS, TokenSequence.POS);
      layout.set(ConlluLines.MISC, LABEL);
    }
    return ofConllu(layout, labelKey);
  }

  private static ColumnFormat ofConllu(List<String> layout, String labelKey) {
    return new ColumnFormat(
        "conllu", List.of(layout), StandardCharsets.UTF_8, Kind.CONLLU, labelKey);
  }

  /** Returns this format for files of CoNLL-U, whose columns it names. */
  public ColumnFormat inConllu(String key) {
    return ofConllu(layouts.get(0), key);
  }

  /**
   * This format for files that are to be labelled: labels are not read, and columns may be missing
   * from the end, among them the label. Where a number of columns leaves open which ones they are,
   * they are those that are needed.
   */
  public ColumnFormat unlabelled(Collection<String> needed) {
    if (kind == Kind.CONLLU) {
      return ofConllu(withoutLabel(layouts.get(0)), "").withEncoding(encoding);
    }
    int most = layouts.stream().mapToInt(List::size).max().orElseThrow();
    return new ColumnFormat(
        name,
        IntStream.iterate(most, count -> count > 0, count -> count - 1)
            .mapToObj(count -> unlabelled(count, needed))
            .toList(),
        encoding,
        kind,
        labelKey);
  }

  /** Returns the first of the beginnings of that length with most of the columns needed. */
  private List<String> unlabelled(int columnCount, Collection<String> needed) {
    return layouts.stream()
        .filter(layout -> layout.size() >= columnCount)
        .map(layout -> withoutLabel(layout.subList(0, columnCount)))
        .reduce((first, next) -> count(next, needed) > count(first, needed) ? next : first)
        .orElseThrow();
  }

  private static long count(List<String> layout, Collection<String> needed) {
    return layout.stream().filter(needed::contains).count();
  }

  private static boolean hasChunks(String task) {
    return task.equals(CHUNK) || task.equals(NOUN_PHRASE);
  }

  private static List<String> withoutLabel(List<String> layout) {
    return layout.stream().map(column -> column.equals(LABEL) ? IGNORED : column).toList();
  }

  boolean hasLabels() {
    return layouts.get(0).contains(LABEL);
  }

  Optional<List<String>> layout(int columnCount) {
    return layouts.stream().filter(layout -> layout.size() == columnCount).findFirst();
  }

  int fewestColumns() {
    return layouts.stream().mapToInt(List::size).min().orElseThrow();
  }

  /**
   * Returns the format in words, such as {@code "conll2002 has 2 (word label) or 3 (word pos
   * label)"}.
   */
  String description() {
    return layouts.stream()
        .map(layout -> layout.size() + " (" + String.join(" ", layout) + ")")
        .collect(Collectors.joining(" or ", name + " has ", ""));
  }
}
