package org.gpchain.core.features;

import java.util.Arrays;
import org.gpchain.core.text.TokenSequence;

/**
 * The tuples of patterns at the positions of a sentence with weighted columns: a pattern that has a
 * cell of such a column has every combination of its cells' values, whose weight is their product.
 * Scratch space.
 */
final class WeightedTuples {
  private WeightedNumbers[] lists = {};
  private boolean[] weighted = {};

  /** Which lists have been filled, those of plain patterns only if they are part of others. */
  private boolean[] filled = {};

  /**
   * Finds the tuples of all patterns, each after those that it is made of.
   *
   * @param columnCount number of patterns that are single columns, which come first
   * @param numbers {@code [patterns × width]} row-major: the rows of the columns have been read,
   *     those of other patterns without a weighted column are overwritten
   */
  void match(
      CellPattern[] patterns,
      int columnCount,
      CellReader reader,
      TokenSequence sentence,
      int[] numbers) {
    int width = reader.width(sentence.length());
    reserve(patterns.length);
    for (int p = 0; p < patterns.length; p++) {
      CellPattern pattern = patterns[p];
      if (p < columnCount) {
        weighted[p] = reader.isWeighted(p, sentence);
        if (weighted[p]) {
          reader.read(sentence, p, lists[p]);
        }
      } else {
        weighted[p] =
            pattern.hasCells() && (weighted[pattern.parent()] || weighted[pattern.column()]);
        if (weighted[p]) {
          pattern.match(
              list(pattern.parent(), numbers, width),
              list(pattern.column(), numbers, width),
              lists[p]);
        } else {
          pattern.match(numbers, p, width);
        }
      }
      filled[p] = weighted[p];
    }
  }

  private void reserve(int patterns) {
    if (lists.length < patterns) {
      lists = new WeightedNumbers[patterns];
      Arrays.setAll(lists, p -> new WeightedNumbers());
      weighted = new boolean[patterns];
      filled = new boolean[patterns];
    }
  }

  private WeightedNumbers list(int pattern, int[] numbers, int width) {
    if (!filled[pattern]) {
      lists[pattern].setPlain(numbers, pattern * width, width);
      filled[pattern] = true;
    }
    return lists[pattern];
  }

  /** Whether a pattern has a weighted column. */
  boolean isWeighted(int pattern) {
    return weighted[pattern];
  }

  /** The tuples of a pattern that has one. */
  WeightedNumbers of(int pattern) {
    return lists[pattern];
  }
}
