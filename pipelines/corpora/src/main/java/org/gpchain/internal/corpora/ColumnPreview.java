package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/** What the first lines of a file show of its columns. Lines that may be comments do not count. */
final class ColumnPreview {
  /** Minimum number of lines from which the number of different values in a column is judged. */
  private static final int MIN_LINES = 20;

  /** Separators of columns that are not read, and their names. */
  private static final List<Map.Entry<String, String>> OTHER_SEPARATORS =
      List.of(
          Map.entry(",", "commas (CSV)"),
          Map.entry(";", "semicolons (CSV)"),
          Map.entry("|", "vertical bars"));

  /** Minimum share of lines with a separator; the others may be blank or have one word. */
  private static final double OTHER_SHARE = 0.8;

  /** Cells of the lines with tokens, sentence by sentence. */
  private final List<List<List<String>>> sentences = new ArrayList<>();

  private final int columnCount;
  private final boolean hasTabs;
  private final boolean beginsWithComment;

  /** The cells of the last column, with the number of their lines. */
  private final Map<String, Integer> lastValues = new HashMap<>();

  private final List<String> lines;
  private int lineCount;

  /**
   * @param lines the first lines of a file, without their ends
   */
  ColumnPreview(List<String> lines) {
    this.lines = List.copyOf(lines);
    List<List<String>> sentence = new ArrayList<>();
    Map<Integer, Integer> sizes = new HashMap<>();
    int tabs = 0;
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
        tabs += line.indexOf('\t') >= 0 ? 1 : 0;
        lineCount++;
      }
    }

    columnCount =
        sizes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(0);
    hasTabs = 2 * tabs > lineCount;
    beginsWithComment =
        lines.stream()
            .filter(line -> !line.isBlank())
            .findFirst()
            .filter(CommentRule::mayBeComment)
            .isPresent();
    for (List<String> cells : rows()) {
      lastValues.merge(cells.get(cells.size() - 1), 1, Integer::sum);
    }
  }

  private List<List<String>> rows() {
    return sentences.stream().flatMap(List::stream).toList();
  }

  /** Returns the first lines of the file. */
  List<String> lines() {
    return lines;
  }

  /** Returns the number of lines whose last column has this cell. */
  int countLast(String cell) {
    return lastValues.getOrDefault(cell, 0);
  }

  /** Returns the usual number of columns; 0 if there is no token. */
  int columnCount() {
    return columnCount;
  }

  /** Returns the largest number of columns; 0 if there is no token. */
  int mostColumns() {
    return rows().stream().mapToInt(List::size).max().orElse(0);
  }

  /**
   * Returns what separates the columns of lines that have neither TABs nor spaces, in words; empty
   * if nothing seems to.
   */
  Optional<String> otherSeparator() {
    for (Map.Entry<String, String> separator : OTHER_SEPARATORS) {
      long with = lines.stream().filter(line -> line.contains(separator.getKey())).count();
      if (columnCount == 1 && with >= OTHER_SHARE * lineCount) {
        return Optional.of(separator.getValue());
      }
    }
    return Optional.empty();
  }

  /** Whether most lines have TABs between their columns. */
  boolean hasTabs() {
    return hasTabs;
  }

  /** Whether the first line that is not blank may be a comment. */
  boolean beginsWithComment() {
    return beginsWithComment;
  }

  /** Whether a cell is what the last column of a token may have, as far as can be told. */
  boolean mayBeLast(String cell) {
    boolean isOpen = lineCount >= MIN_LINES && 2 * lastValues.size() > lineCount;
    return isOpen
        || lastValues.containsKey(cell)
        || SpanCodec.detect(List.of(List.of(cell))) != TagScheme.TOKEN;
  }

  /** Returns the cells of a column, sentence by sentence; lines without it are left out. */
  List<List<String>> column(int index) {
    return sentences.stream()
        .map(
            sentence ->
                sentence.stream()
                    .filter(cells -> cells.size() > index)
                    .map(cells -> cells.get(index))
                    .toList())
        .toList();
  }

  /** Whether a column has the same value everywhere. */
  boolean hasOnly(int index, String value) {
    return lineCount > 0
        && column(index).stream().allMatch(cells -> cells.stream().allMatch(value::equals));
  }

  /** Whether a column has labels of segments, or O alone. */
  boolean hasLabels(int index) {
    return lineCount > 0 && LabelNotation.detect(column(index)).scheme() != TagScheme.TOKEN;
  }

  /**
   * Whether the first column counts the tokens of each sentence, from 0 or 1. Multiword tokens and
   * empty nodes of CoNLL-U have no number of their own.
   */
  boolean countsTokens() {
    boolean hasTwo = false;
    for (List<List<String>> sentence : sentences) {
      List<String> numbers =
          sentence.stream()
              .map(cells -> cells.get(0))
              .filter(cell -> !ConlluLines.isWithoutNumber(cell))
              .toList();
      int first = !numbers.isEmpty() && numbers.get(0).equals("0") ? 0 : 1;
      boolean isCounted =
          IntStream.range(0, numbers.size())
              .allMatch(i -> numbers.get(i).equals(String.valueOf(first + i)));
      if (!isCounted) {
        return false;
      }
      hasTwo |= numbers.size() > 1;
    }
    return hasTwo;
  }

  /** Whether this is CoNLL-U, or CoNLL-X, which has the same columns. */
  boolean isConllu() {
    return columnCount == ConlluLines.COLUMNS && hasTabs && countsTokens();
  }
}
