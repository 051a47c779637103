package org.gpchain.core.features;

import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.text.WordColumns;

/**
 * Reads the cells of sentences as numbers. Cells outside the sentence have the values of CRF++:
 * {@code _B-1}, {@code _B-2}, … before it, {@code _B+1}, … after it.
 */
final class CellReader {
  private final List<String> columns;
  private final int reach;
  private final Numbering numbering;

  /** The numbers of the values outside a sentence, {@code [columns × 2·reach]}. */
  private final int[] borders;

  /** Of each column the numbers of codes, plus two; 0 of those that have not come yet. */
  private final int[][] coded;

  @FunctionalInterface
  interface Numbering {
    /** The number of a value, which stays the same; negative if it has none. */
    int of(int column, String value);
  }

  CellReader(List<String> columns, int reach, Numbering numbering) {
    this.columns = columns;
    this.reach = reach;
    this.numbering = numbering;
    this.borders = new int[columns.size() * 2 * reach];
    this.coded = new int[columns.size()][256];
    for (int c = 0; c < columns.size(); c++) {
      for (int d = 1; d <= reach; d++) {
        borders[(2 * c + 1) * reach - d] = numbering.of(c, "_B-" + d);
        borders[(2 * c + 1) * reach + d - 1] = numbering.of(c, "_B+" + d);
      }
    }
  }

  /** Number of cells that a column has, borders included. */
  int width(int length) {
    return length + 2 * reach;
  }

  boolean isWeighted(TokenSequence sentence) {
    return columns.stream().anyMatch(sentence::isWeighted);
  }

  /** Whether the cells of a column follow from the words and their kinds. */
  boolean isOfWord(int column, TokenSequence sentence) {
    String name = columns.get(column);
    if (sentence.writtenNames().contains(name)) {
      return name.equals(TokenSequence.WORD);
    }
    return sentence.has(name)
        ? sentence.wordColumns().isOfWord(name)
        : DerivedColumn.isDerived(name);
  }

  /**
   * @param out the numbers of the values of each cell, borders included; overwritten
   */
  void read(TokenSequence sentence, int column, WeightedNumbers out) {
    out.clear();
    for (int i = 0; i < reach; i++) {
      readBorder(column, i, out);
      out.endPosition();
    }
    WordColumns made = sentence.wordColumns();
    String name = columns.get(column);
    WordColumns.Coded codes =
        made == null || sentence.writtenNames().contains(name) ? null : made.coded(name);
    for (int t = 0; t < sentence.length(); t++) {
      if (codes == null) {
        readCell(sentence, column, t, out);
      } else {
        for (int i = codes.starts()[t]; i < codes.starts()[t + 1]; i++) {
          out.add(numberOfCode(column, codes.codes()[i]), codes.weights()[i]);
        }
      }
      out.endPosition();
    }
    for (int i = reach; i < 2 * reach; i++) {
      readBorder(column, i, out);
      out.endPosition();
    }
  }

  /** Adds the value of a column outside a sentence: those before it first, from 0 on. */
  void readBorder(int column, int border, WeightedNumbers out) {
    out.add(borders[2 * column * reach + border], 1);
  }

  /** Adds the values of a cell. */
  void readCell(TokenSequence sentence, int column, int token, WeightedNumbers out) {
    String name = columns.get(column);
    if (DerivedColumn.isDerived(name) && !sentence.has(name)) {
      String word = sentence.column(TokenSequence.WORD).get(token);
      String value = DerivedColumn.value(name, word);
      if (value != null) {
        out.add(numbering.of(column, value), 1);
      }
      return;
    }
    for (WeightedValue value : sentence.cell(name, token)) {
      if (value.weight() >= WeightedNumbers.LEAST) {
        out.add(numbering.of(column, value.value()), value.weight());
      }
    }
  }

  /** Threads that race for a number find the same one. */
  private int numberOfCode(int column, int code) {
    if (coded[column][code] == 0) {
      coded[column][code] = 2 + numbering.of(column, Integer.toString(code));
    }
    return coded[column][code] - 2;
  }
}
