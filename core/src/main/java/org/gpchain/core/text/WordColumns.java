package org.gpchain.core.text;

import java.util.List;

/**
 * Columns that a sentence gets from what is known of its words. Nobody writes them: a cell is made
 * when it is asked for, and who remembers what follows from a word need not ask. Immutable.
 */
public interface WordColumns {
  /** What knows the words; columns of the same source agree on all words. */
  Object source();

  /** Names of the columns, in their order. */
  List<String> names();

  boolean isWeighted(String name);

  /** The values of a cell with their weights; of a plain column one, which weighs one. */
  List<WeightedValue> cell(String name, int token);

  /** Whether a cell of a column follows from its token's word and {@link #kind}. */
  boolean isOfWord(String name);

  /** What is known of a token besides its word. */
  long kind(int token);

  /** A weighted column in numbers; null if it has none. */
  Coded coded(String name);

  /**
   * A weighted column whose values are the numerals of numbers below 256. Arrays are shared, not to
   * be modified.
   *
   * @param starts {@code [T+1]}: token t has the entries {@code [starts[t], starts[t+1])}
   * @param codes the number of each entry; those of one token differ
   * @param weights of the entries
   */
  record Coded(int[] starts, int[] codes, double[] weights) {}
}
