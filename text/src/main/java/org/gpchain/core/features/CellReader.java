package org.gpchain.core.features;

import java.util.List;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.text.WordColumns;

/**
 * A reader of cells, which translates their values into numbers. Cells outside the sentence have
 * the same values as in CRF++: {@code _B-1}, {@code _B-2}, … before it, and {@code _B+1}, {@code
 * _B+2}, … after it.
 */
final class CellReader {
  private final List<String> columns;

  /** Number of cells that are read on each side of a sentence. */
  private final int reach;

  private final Numbering numbering;

  /** The numbers of the values outside a sentence, {@code [columns × 2·reach]}. */
  private final int[] borders;

  /**
   * For each column, the numbers of codes (values of {@link WordColumns.Coded}) plus two, or 0 for
   * codes that have not been read yet.
   */
  private final int[][] codeNumbers;

  /** The numbers of values. */
  @FunctionalInterface
  interface Numbering {
    /** Returns the number of a value, which never changes; negative if the value has none. */
    int of(int column, String value);
  }

  /**
   * Creates a reader.
   *
   * @param columns names of the columns, which are numbered in this order
   * @param reach number of cells that are read on each side of a sentence
   */
  CellReader(List<String> columns, int reach, Numbering numbering) {
    this.columns = columns;
    this.reach = reach;
    this.numbering = numbering;
    this.borders = new int[columns.size() * 2 * reach];
    this.codeNumbers = new int[columns.size()][256];
    for (int c = 0; c < columns.size(); c++) {
      for (int d = 1; d <= reach; d++) {
        borders[(2 * c + 1) * reach - d] = numbering.of(c, "_B-" + d);
        borders[(2 * c + 1) * reach + d - 1] = numbering.of(c, "_B+" + d);
      }
    }
  }

  /** Returns the number of cells of a column, including those outside the sentence. */
  int width(int length) {
    return length + 2 * reach;
  }

  /** Returns whether any column of the sentence is weighted. */
  boolean isWeighted(TokenSequence sentence) {
    return columns.stream().anyMatch(sentence::isWeighted);
  }

  /** Returns whether each cell of a column depends only on its word and the kind of the word. */
  boolean isOfWord(int column, TokenSequence sentence) {
    String name = columns.get(column);
    if (sentence.writtenNames().contains(name)) {
      return name.equals(TokenSequence.WORD);
    }
    if (sentence.has(name)) {
      return sentence.wordColumns().isOfWord(name);
    }
    return DerivedColumn.isDerived(name);
  }

  /**
   * Reads a column.
   *
   * @param out numbers of the values of each cell, including the cells outside the sentence;
   *     overwritten
   */
  void read(TokenSequence sentence, int column, WeightedNumbers out) {
    out.clear();
    for (int i = 0; i < reach; i++) {
      readBorder(column, i, out);
      out.endPosition();
    }

    WordColumns.Coded codes = codes(sentence, columns.get(column));
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

  /** Returns the codes of a column's values; null if its values have no codes. */
  private static WordColumns.Coded codes(TokenSequence sentence, String name) {
    WordColumns wordColumns = sentence.wordColumns();
    if (wordColumns == null || sentence.writtenNames().contains(name)) {
      return null;
    }
    return wordColumns.coded(name);
  }

  /**
   * Adds the value of a cell outside the sentence.
   *
   * @param border number of the cell, from 0: first the cells before the sentence, then those after
   *     it
   */
  void readBorder(int column, int border, WeightedNumbers out) {
    out.add(borders[2 * column * reach + border], 1);
  }

  /** Adds the values of a cell of the sentence. */
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

  /**
   * Returns the number of a code. The table is not synchronized: threads that fill in the same code
   * at the same time store the same number.
   */
  private int numberOfCode(int column, int code) {
    if (codeNumbers[column][code] == 0) {
      codeNumbers[column][code] = 2 + numbering.of(column, Integer.toString(code));
    }
    return codeNumbers[column][code] - 2;
  }
}
