package org.gpchain.internal.evaluation;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** Tables for people. */
public final class TextTable {
  private TextTable() {}

  /** The tokens of a sentence, one a line, with tabs between the columns; a blank line ends it. */
  public static String ofTokens(List<List<String>> columns) {
    StringBuilder out = new StringBuilder();
    for (int t = 0; t < columns.get(0).size(); t++) {
      int token = t;
      out.append(columns.stream().map(one -> one.get(token)).collect(joining("\t", "", "\n")));
    }
    return out.append('\n').toString();
  }

  /**
   * Pads the cells of each column to the same width.
   *
   * @param rows all of the same length, at least one
   * @param names number of columns, the first ones, that stand on the left; the others on the right
   */
  public static String aligned(List<List<String>> rows, int names) {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        String padding = " ".repeat(width[c] - row.get(c).length());
        out.append(c == 0 ? "" : "  ");
        out.append(c < names ? row.get(c) + padding : padding + row.get(c));
      }
      out.append('\n');
    }
    return out.toString();
  }
}
