package org.gpchain.core.text;

import java.util.List;

/**
 * Columns of a sentence that are derived from its words, such as word clusters. Cells are computed
 * on request. Callers may cache values that depend only on a word and its {@link #kind}. Immutable.
 */
public interface WordColumns {
  /**
   * Returns the resource from which cells are computed. Columns with the same source have equal
   * cells for equal words of the same {@link #kind}.
   */
  Object source();

  /** Returns the names of the columns, in order. */
  List<String> names();

  /** Returns whether a column is weighted. */
  boolean isWeighted(String name);

  /**
   * Returns the values of a cell with their weights. A cell of a plain column has one value of
   * weight 1.
   *
   * @param token index of the token
   */
  List<WeightedValue> cell(String name, int token);

  /** Returns whether each cell of a column depends only on the token's word and {@link #kind}. */
  boolean isOfWord(String name);

  /** Returns a number for everything except the word on which the cells of a token may depend. */
  long kind(int token);

  /** Returns the values of a weighted column as numbers, or null if they are not numerals. */
  Coded coded(String name);

  /**
   * A weighted column whose values are numerals of numbers below 256. The arrays are shared and
   * must not be modified.
   *
   * @param starts {@code [T+1]}; token t has the entries {@code [starts[t], starts[t+1])}
   * @param codes number of each entry, distinct within a token
   * @param weights weight of each entry
   */
  record Coded(int[] starts, int[] codes, double[] weights) {}
}
