package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.List;

/**
 * One sentence: tokens in named columns such as {@code word} and {@code pos}. Immutable.
 *
 * @param columnNames names of the columns, distinct, at least one
 * @param columns one list per column, all of the same length, no null values
 */
public record TokenSequence(List<String> columnNames, List<List<String>> columns) {
  /** Name of the column that holds the token itself. */
  public static final String WORD = "word";

  /** Name of the column that holds the part of speech. */
  public static final String POS = "pos";

  /** Copies its arguments. */
  public TokenSequence {
    columnNames = List.copyOf(columnNames);
    List<List<String>> copy = new ArrayList<>(columns.size());
    for (List<String> column : columns) {
      copy.add(List.copyOf(column));
    }
    columns = List.copyOf(copy);
    if (columnNames.isEmpty() || columnNames.size() != columns.size()) {
      throw new IllegalArgumentException(
          "a token sequence needs one name for each column, had the names "
              + columnNames
              + " for "
              + columns.size()
              + " columns");
    }
    for (int c = 0; c < columns.size(); c++) {
      if (columnNames.indexOf(columnNames.get(c)) != c) {
        throw new IllegalArgumentException("column name given twice: " + columnNames.get(c));
      }
      if (columns.get(c).size() != columns.get(0).size()) {
        throw new IllegalArgumentException(
            "columns must have one value for each token: "
                + columnNames.get(c)
                + " has "
                + columns.get(c).size()
                + ", "
                + columnNames.get(0)
                + " has "
                + columns.get(0).size());
      }
    }
  }

  /** A sentence of words only. */
  public static TokenSequence ofWords(List<String> words) {
    return new TokenSequence(List.of(WORD), List.of(words));
  }

  /** Returns this sentence with one more column. */
  public TokenSequence with(String name, List<String> values) {
    List<String> names = new ArrayList<>(columnNames);
    names.add(name);
    List<List<String>> all = new ArrayList<>(columns);
    all.add(values);
    return new TokenSequence(names, all);
  }

  /** Number of tokens. */
  public int length() {
    return columns.get(0).size();
  }

  /** Whether there is a column of that name. */
  public boolean has(String name) {
    return columnNames.contains(name);
  }

  /**
   * Returns the values of a column, one per token.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public List<String> column(String name) {
    int index = columnNames.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "the sentence has no column '" + name + "'; it has " + columnNames);
    }
    return columns.get(index);
  }

  /** Returns the tokens {@code [from, to)} as a sentence. */
  public TokenSequence slice(int from, int to) {
    return new TokenSequence(
        columnNames, columns.stream().map(column -> column.subList(from, to)).toList());
  }
}
