package org.gpchain.core.features;

import java.util.Arrays;
import org.gpchain.internal.core.math.LongIndex;

/**
 * A pattern of cells, such as two neighboring cells of the column {@code pos}. It numbers the known
 * tuples of cell values 0, 1, 2, …, and has the features of each tuple: one for each template that
 * consists of this pattern, shifted by some number of tokens.
 *
 * <p>A pattern of several cells extends a shorter pattern, its parent, by one cell. A tuple is
 * stored as the number of the parent's tuple and the value of the last cell.
 */
final class CellPattern {
  static final int NONE = -1;

  /** Number of the pattern without the last cell; {@link #NONE} for a single cell. */
  final int parent;

  /** Number of the last cell's column; {@link #NONE} for the pattern without cells. */
  final int column;

  /** Tokens from the first cell to the last one. */
  private final int offset;

  private final LongIndex tuples = new LongIndex(16);
  private int templateCount;

  /** Feature of each tuple for each template, {@code [tuples × templates]}. */
  private int[] features = {};

  /**
   * Creates a pattern without tuples.
   *
   * @param parent number of the pattern without the last cell; {@link #NONE} for a single cell
   * @param column number of the last cell's column; {@link #NONE} for the pattern without cells
   * @param offset tokens from the first cell to the last one
   */
  CellPattern(int parent, int column, int offset) {
    this.parent = parent;
    this.column = column;
    this.offset = offset;
  }

  /** Returns whether this pattern has exactly these parts. */
  boolean consistsOf(int expectedParent, int expectedColumn, int expectedOffset) {
    return parent == expectedParent && column == expectedColumn && offset == expectedOffset;
  }

  /** Returns whether this pattern has any cells; the pattern of a constant feature has none. */
  boolean hasCells() {
    return column != NONE;
  }

  /** Adds a template, and returns its index among the templates of this pattern. */
  int addTemplate() {
    return templateCount++;
  }

  /** Returns the number of templates. */
  int templateCount() {
    return templateCount;
  }

  /** Returns the number of known tuples. */
  int tupleCount() {
    return tuples.size();
  }

  /** Returns the tuple number of a single cell with the given symbol, or -1 if it is unknown. */
  int find(int symbol) {
    return tuples.find(symbol);
  }

  /**
   * Returns the tuple number of a single cell with the given symbol, which is added if it is new.
   */
  int add(int symbol) {
    return tuples.add(symbol);
  }

  /** Returns the number of a parent's tuple extended by a cell, which is added if it is new. */
  int add(int parentTuple, int cell) {
    return tuples.add(LongIndex.pair(parentTuple, cell));
  }

  /**
   * Sets the feature of a tuple for a template.
   *
   * @param template index of the template, from {@link #addTemplate()}
   */
  void setFeature(int tuple, int template, int feature) {
    int index = tuple * templateCount + template;
    if (index >= features.length) {
      int end = features.length;
      features = Arrays.copyOf(features, Math.max(2 * end, (tuple + 1) * templateCount));
      Arrays.fill(features, end, features.length, NONE);
    }
    features[index] = feature;
  }

  /** Resizes the table of features once all tuples are known. */
  void freeze() {
    int size = tuples.size() * templateCount;
    int filled = Math.min(features.length, size);
    features = Arrays.copyOf(features, size);
    Arrays.fill(features, filled, size, NONE);
  }

  /**
   * Returns the features of all tuples, {@code [tuples × templates]} row-major, {@link #NONE} where
   * a tuple is no feature; shared, not to be modified.
   */
  int[] features() {
    return features;
  }

  /** Returns whether the last cell is at the same token as the first one. */
  boolean endsAtFirstToken() {
    return hasCells() && offset == 0;
  }

  /**
   * Finds the known tuples of this pattern at each position of a sentence. The weight of a tuple is
   * the product of the weights of the parent's tuple and of the last cell.
   *
   * @param lists tuples of each pattern, in the order of their positions; the list of this pattern
   *     is overwritten
   * @param pattern number of this pattern
   * @param width number of positions
   */
  void match(WeightedNumbers[] lists, int pattern, int width) {
    WeightedNumbers out = lists[pattern];
    out.clear();
    if (!hasCells()) {
      for (int i = 0; i < width; i++) {
        out.add(i, 0, 1);
      }
      return;
    }

    WeightedNumbers left = lists[parent];
    WeightedNumbers right = lists[column];
    int first = 0;
    for (int a = 0; a < left.size(); a++) {
      int position = left.position(a);
      while (first < right.size() && right.position(first) < position + offset) {
        first++;
      }

      for (int b = first; b < right.size() && right.position(b) == position + offset; b++) {
        double weight = left.weight(a) * right.weight(b);
        if (weight >= WeightedNumbers.LEAST) {
          out.add(position, tuples.find(LongIndex.pair(left.number(a), right.number(b))), weight);
        }
      }
    }
  }
}
