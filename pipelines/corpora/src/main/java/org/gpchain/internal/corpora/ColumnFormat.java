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
import org.gpchain.core.text.TokenSequence;

/**
 * The meaning of the columns of a corpus file. A format may have several layouts with different
 * numbers of columns; the number of columns in the first line of a file selects one.
 *
 * @param name name of the format in messages
 * @param layouts the names of the columns of each layout, in the order of the file. One column is
 *     {@link #LABEL}, unless labels are not read; any number of columns may be {@link #IGNORED}
 * @param encoding encoding of files without a byte order mark
 * @param kind way to find the layout of a file
 * @param labelKey key of the labels in the last column of CoNLL-U; if empty, the first key whose
 *     values look like labels of segments
 */
public record ColumnFormat(
    String name, List<List<String>> layouts, Charset encoding, Kind kind, String labelKey) {
  /** A way to find the layout of a file. */
  public enum Kind {
    /** The format names all columns. */
    NAMED,
    /** The user names no columns, so other well-known layouts are recognized, too. */
    USUAL,
    /** CoNLL-U: some lines are not tokens, and the last column has pairs of keys and values. */
    CONLLU
  }

  /** Name of the column with the labels. */
  public static final String LABEL = "label";

  /** Name of columns that are not read. */
  public static final String IGNORED = "_";

  /** Task whose labels are chunks. */
  public static final String CHUNK = "chunk";

  /** Task whose labels are the noun phrases among the chunks of a corpus. */
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

  /** Creates a format whose layouts name all columns. */
  public ColumnFormat(String name, List<List<String>> layouts, Charset encoding) {
    this(name, layouts, encoding, Kind.NAMED, "");
  }

  /** Creates a format of files in UTF-8 whose layouts name all columns. */
  public ColumnFormat(String name, List<List<String>> layouts) {
    this(name, layouts, StandardCharsets.UTF_8);
  }

  /** Returns this format with another encoding of files without a byte order mark. */
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
          "at least one column must be read, had "
              + String.join(",", layout)
              + "; for example word,pos");
    }
  }

  static boolean isRead(String column) {
    return !column.equals(LABEL) && !column.equals(IGNORED);
  }

  /** Returns the format of CoNLL-2000: word, part of speech, chunk. */
  public static ColumnFormat conll2000() {
    return new ColumnFormat("conll2000", List.of(WORD_POS_LABEL));
  }

  /** Returns the format of CoNLL-2002: word, optional part of speech, name. */
  public static ColumnFormat conll2002() {
    return new ColumnFormat("conll2002", List.of(WORD_LABEL, WORD_POS_LABEL));
  }

  /**
   * Returns the format of CoNLL-2003: word, part of speech, chunk, name. For tasks with chunks the
   * label is the chunk, otherwise the name.
   */
  public static ColumnFormat conll2003(String task) {
    List<String> layout = WORD_POS_CHUNK_LABEL;
    if (hasChunks(task)) {
      layout = List.of(TokenSequence.WORD, TokenSequence.POS, LABEL, IGNORED);
    }
    return new ColumnFormat("conll2003", List.of(layout));
  }

  /**
   * Returns the format of annotated files with these columns.
   *
   * @throws IllegalArgumentException if the label is not among the columns, or nothing else is
   */
  public static ColumnFormat ofColumns(List<String> columns) {
    if (!columns.contains(LABEL) || columns.stream().noneMatch(ColumnFormat::isRead)) {
      throw new IllegalArgumentException(
          "one column must be called 'label', and at least one other column must be read, had "
              + String.join(",", columns)
              + "; for example word,pos,label");
    }
    return new ColumnFormat("column", List.of(columns));
  }

  /** Returns the format of files with these columns; a label column is ignored. */
  public static ColumnFormat ofTokenColumns(List<String> columns) {
    check(columns);
    return new ColumnFormat("column", List.of(withoutLabel(columns)));
  }

  /** Returns the format of files for a task if the user names neither format nor columns. */
  public static ColumnFormat usual(String task) {
    if (hasChunks(task)) {
      return conll2000();
    }
    return new ColumnFormat(
        "conll2002/conll2003",
        List.of(WORD_LABEL, WORD_POS_LABEL, WORD_POS_CHUNK_LABEL),
        StandardCharsets.UTF_8,
        Kind.USUAL,
        "");
  }

  /**
   * Returns the format of CoNLL-U: word, universal part of speech, and labels in the last column.
   * If the task is part-of-speech tagging and no key is named, the universal part of speech is the
   * label.
   *
   * @param labelKey key of the labels in the last column; empty if the user does not name it
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

  /**
   * Returns the columns of this format's first layout as a format for CoNLL-U files.
   *
   * @param key key of the labels in the last column; empty if the user does not name it
   */
  public ColumnFormat inConllu(String key) {
    return ofConllu(layouts.get(0), key);
  }

  /**
   * Returns this format for files that are to be labelled. Labels are not read, and columns may be
   * missing from the end, including the label. If several layouts fit a number of columns, the
   * layout with most of the needed columns is used.
   *
   * @param needed names of the columns that the model reads
   */
  public ColumnFormat unlabelled(Collection<String> needed) {
    if (kind == Kind.CONLLU) {
      return ofConllu(withoutLabel(layouts.get(0)), "").withEncoding(encoding);
    }

    int mostColumns = layouts.stream().mapToInt(List::size).max().orElseThrow();
    List<List<String>> shortened = new ArrayList<>();
    for (int columnCount = mostColumns; columnCount > 0; columnCount--) {
      shortened.add(unlabelled(columnCount, needed));
    }
    return new ColumnFormat(name, shortened, encoding, kind, labelKey);
  }

  /** Returns the layout cut to this number of columns that has most of the needed columns. */
  private List<String> unlabelled(int columnCount, Collection<String> needed) {
    List<String> best = List.of();
    long mostNeeded = -1;
    for (List<String> layout : layouts) {
      if (layout.size() >= columnCount) {
        List<String> candidate = withoutLabel(layout.subList(0, columnCount));
        long neededCount = count(candidate, needed);
        if (neededCount > mostNeeded) {
          best = candidate;
          mostNeeded = neededCount;
        }
      }
    }
    return best;
  }

  private static long count(List<String> layout, Collection<String> needed) {
    return layout.stream().filter(needed::contains).count();
  }

  private static boolean hasChunks(String task) {
    return task.equals(CHUNK) || task.equals(NOUN_PHRASE);
  }

  private static List<String> withoutLabel(List<String> layout) {
    List<String> others = new ArrayList<>(layout);
    Collections.replaceAll(others, LABEL, IGNORED);
    return others;
  }

  boolean hasLabels() {
    return layouts.get(0).contains(LABEL);
  }

  /** Returns the first layout with this number of columns, or empty if there is none. */
  Optional<List<String>> layout(int columnCount) {
    return layouts.stream().filter(layout -> layout.size() == columnCount).findFirst();
  }

  /** Returns the number of columns of the smallest layout. */
  int fewestColumns() {
    return layouts.stream().mapToInt(List::size).min().orElseThrow();
  }

  /**
   * Returns a description of the layouts, such as {@code "conll2002 has 2 (word label) or 3 (word
   * pos label)"}.
   */
  String description() {
    return layouts.stream()
        .map(layout -> layout.size() + " (" + String.join(" ", layout) + ")")
        .collect(Collectors.joining(" or ", name + " has ", ""));
  }
}
