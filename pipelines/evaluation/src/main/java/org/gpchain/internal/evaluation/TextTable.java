package org.gpchain.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.VisibleText;

/** Formats tables as plain text. */
public final class TextTable {
  private TextTable() {}

  /**
   * Returns a sentence with one token per line, tabs between the columns, and a blank line at the
   * end.
   *
   * @param columns columns of equal length, at least one
   */
  public static String ofTokens(List<List<String>> columns) {
    StringBuilder out = new StringBuilder();
    for (int t = 0; t < columns.get(0).size(); t++) {
      List<String> cells = new ArrayList<>(columns.size());
      for (List<String> column : columns) {
        cells.add(column.get(t));
      }
      out.append(String.join("\t", cells)).append('\n');
    }
    return out.append('\n').toString();
  }

  /**
   * Returns a table in which the cells of each column are padded to the same width. Invisible
   * characters in cells become spaces.
   *
   * @param rows rows of equal length, at least one
   * @param names number of leading columns that are left-aligned; the others are right-aligned
   */
  public static String aligned(List<List<String>> rows, int names) {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    List<List<String>> visible = new ArrayList<>(rows.size());
    for (List<String> row : rows) {
      visible.add(row.stream().map(VisibleText::oneLine).toList());
    }
    for (List<String> row : visible) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }

    StringBuilder out = new StringBuilder();
    for (List<String> row : visible) {
      for (int c = 0; c < columns; c++) {
        if (c > 0) {
          out.append("  ");
        }
        String padding = " ".repeat(width[c] - row.get(c).length());
        if (c < names) {
          out.append(row.get(c)).append(padding);
        } else {
          out.append(padding).append(row.get(c));
        }
      }
      out.append('\n');
    }
    return out.toString();
  }
}
