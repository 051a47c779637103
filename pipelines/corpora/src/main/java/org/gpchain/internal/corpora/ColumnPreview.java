package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/** Statistics of the columns in the first lines of a file. Possible comments are left out. */
final class ColumnPreview {
  /** Minimum number of lines with tokens to judge how many different values a column has. */
  private static final int MIN_LINES = 20;

  /** Unsupported separators of columns, with their names in messages. */
  private static final List<Map.Entry<String, String>> OTHER_SEPARATORS =
      List.of(
          Map.entry(",", "commas (CSV)"),
          Map.entry(";", "semicolons (CSV)"),
          Map.entry("|", "vertical bars"));

  /** Minimum share of lines with an unsupported separator; other lines may have a single word. */
  private static final double OTHER_SHARE = 0.8;

  /** Cells of the lines with tokens, {@code [sentences][lines][cells]}. */
  private final List<List<List<String>>> sentences = new ArrayList<>();

  private final int columnCount;
  private final boolean hasTabs;
  private final boolean beginsWithComment;

  /** Number of lines for each cell of the last column. */
  private final Map<String, Integer> lastValues = new HashMap<>();

  private final List<String> lines;
  private int lineCount;

  /**
   * Analyzes the first lines of a file.
   *
   * @param lines first lines of the file, without line ends
   */
  ColumnPreview(List<String> lines) {
    this.lines = List.copyOf(lines);
    List<List<String>> sentence = new ArrayList<>();
    Map<Integer, Integer> sizes = new HashMap<>();
    int linesWithTabs = 0;
    for (String line : lines) {
      List<String> cells = Cells.of(line);
      boolean isMark = !cells.isEmpty() && cells.get(0).equals(CommentRule.DOCUMENT_MARK);
      if (cells.isEmpty() || isMark) {
        sentence = new ArrayList<>();
      } else if (!sentence.isEmpty() || !CommentRule.mayBeComment(line)) {
        if (sentence.isEmpty()) {
          sentences.add(sentence);
        }
        sentence.add(cells);
        sizes.merge(cells.size(), 1, Integer::sum);
        if (line.indexOf('\t') >= 0) {
          linesWithTabs++;
        }
        lineCount++;
      }
    }

    columnCount =
        sizes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0);
    hasTabs = 2 * linesWithTabs > lineCount;
    beginsWithComment = beginsWithComment(lines);
    for (List<String> cells : rows()) {
      lastValues.merge(cells.get(cells.size() - 1), 1, Integer::sum);
    }
  }

  private static boolean beginsWithComment(List<String> lines) {
    for (String line : lines) {
      if (!line.isBlank()) {
        return CommentRule.mayBeComment(line);
      }
    }
    return false;
  }

  /** Returns the cells of all lines with tokens, {@code [lines][cells]}. */
  private List<List<String>> rows() {
    return sentences.stream().flatMap(List::stream).toList();
  }

  /** Returns the first lines of the file, comments included. */
  List<String> lines() {
    return lines;
  }

  /** Returns the number of lines that end with this cell. */
  int countLast(String cell) {
    return lastValues.getOrDefault(cell, 0);
  }

  /** Returns the most frequent number of columns; 0 if there is no token. */
  int columnCount() {
    return columnCount;
  }

  /** Returns the largest number of columns; 0 if there is no token. */
  int mostColumns() {
    return rows().stream().mapToInt(List::size).max().orElse(0);
  }

  /**
   * Returns the name of the unsupported separator that seems to separate the columns, or empty if
   * there is none.
   */
  Optional<String> otherSeparator() {
    if (columnCount != 1) {
      return Optional.empty();
    }
    for (Map.Entry<String, String> separator : OTHER_SEPARATORS) {
      long matches = lines.stream().filter(line -> line.contains(separator.getKey())).count();
      if (matches >= OTHER_SHARE * lineCount) {
        return Optional.of(separator.getValue());
      }
    }
    return Optional.empty();
  }

  /** Returns whether most lines have TABs between their columns. */
  boolean hasTabs() {
    return hasTabs;
  }

  /** Returns whether the first line that is not blank may be a comment. */
  boolean beginsWithComment() {
    return beginsWithComment;
  }

  /**
   * Returns whether a cell may be the last cell of a token: if the last column has it elsewhere, if
   * it is the label of a segment, or if the last column has so many different values that any value
   * is plausible.
   */
  boolean mayBeLast(String cell) {
    boolean hasAnyValue = lineCount >= MIN_LINES && 2 * lastValues.size() > lineCount;
    return hasAnyValue
        || lastValues.containsKey(cell)
        || SpanCodec.detect(List.of(List.of(cell))) != TagScheme.TOKEN;
  }

  /** Returns the cells of a column for each sentence; lines without the column are left out. */
  List<List<String>> column(int index) {
    List<List<String>> column = new ArrayList<>(sentences.size());
    for (List<List<String>> sentence : sentences) {
      List<String> values = new ArrayList<>(sentence.size());
      for (List<String> cells : sentence) {
        if (cells.size() > index) {
          values.add(cells.get(index));
        }
      }
      column.add(values);
    }
    return column;
  }

  /** Returns whether a column has this value in all lines. */
  boolean hasOnly(int index, String value) {
    return lineCount > 0 && column(index).stream().flatMap(List::stream).allMatch(value::equals);
  }

  /** Returns whether a column has labels of segments, or O alone. */
  boolean hasLabels(int index) {
    return lineCount > 0 && LabelNotation.detect(column(index)).scheme() != TagScheme.TOKEN;
  }

  /**
   * Returns whether the first column counts the tokens of each sentence, from 0 or 1, and some
   * sentence has more than one token. Multiword tokens and empty nodes of CoNLL-U are not counted.
   */
  boolean countsTokens() {
    boolean hasTwoTokens = false;
    for (List<List<String>> sentence : sentences) {
      List<String> numbers = numbers(sentence);
      if (!isCount(numbers)) {
        return false;
      }
      hasTwoTokens |= numbers.size() > 1;
    }
    return hasTwoTokens;
  }

  private static List<String> numbers(List<List<String>> sentence) {
    List<String> numbers = new ArrayList<>();
    for (List<String> cells : sentence) {
      String number = cells.get(0);
      if (!ConlluLines.isWithoutNumber(number)) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /** Returns whether cells are successive numbers that begin with 0 or 1. */
  private static boolean isCount(List<String> cells) {
    int first = !cells.isEmpty() && cells.get(0).equals("0") ? 0 : 1;
    for (int i = 0; i < cells.size(); i++) {
      if (!cells.get(i).equals(String.valueOf(first + i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the file is CoNLL-U, or CoNLL-X, which has the same columns. */
  boolean isConllu() {
    return columnCount == ConlluLines.COLUMNS && hasTabs && countsTokens();
  }
}
