package org.gpchain.core.features;

import java.util.Arrays;
import org.gpchain.internal.core.math.LongIndex;

/**
 * A pattern of cells, such as two neighbours in the column {@code pos}: the known tuples of values,
 * numbered 0, 1, 2, …, and the features of each tuple, one for each template that has this pattern
 * somewhere around its token.
 *
 * <p>The tuple of a longer pattern is that of a shorter one, its parent, and one cell more.
 */
final class CellPattern {
  static final int NONE = -1;

  /** Number of the pattern without the last cell. */
  final int parent;

  /** Number of the last cell's column. */
  final int column;

  private final int offset;
  private final LongIndex tuples = new LongIndex(16);
  private int templateCount;
  private int[] features = {};

  /**
   * @param parent number of the pattern without the last cell; {@link #NONE} for a single cell
   * @param column number of the last cell's column; {@link #NONE} for the pattern without cells
   * @param offset of the last cell from the first one
   */
  CellPattern(int parent, int column, int offset) {
    this.parent = parent;
    this.column = column;
    this.offset = offset;
  }

  /** Whether this pattern is {@code parent} and that cell. */
  boolean is(int otherParent, int otherColumn, int otherOffset) {
    return parent == otherParent && column == otherColumn && offset == otherOffset;
  }

  boolean hasCells() {
    return column != NONE;
  }

  /** Adds a template, which gets a place among the features of each tuple. */
  int addTemplate() {
    return templateCount++;
  }

  int templateCount() {
    return templateCount;
  }

  int tupleCount() {
    return tuples.size();
  }

  /** The number of a single symbol, or -1. */
  int find(int symbol) {
    return tuples.find(symbol);
  }

  /** The number of a single symbol, which is given the next free one if it is new. */
  int add(int symbol) {
    return tuples.add(symbol);
  }

  /** The number of the parent's tuple and one more cell, the next free one if it is new. */
  int add(int parentTuple, int cell) {
    return tuples.add(LongIndex.pair(parentTuple, cell));
  }

  /**
   * Sets the feature of a tuple for a template.
   *
   * @param place of the template, from {@link #addTemplate()}
   */
  void setFeature(int tuple, int place, int feature) {
    int index = tuple * templateCount + place;
    if (index >= features.length) {
      int end = features.length;
      features = Arrays.copyOf(features, Math.max(2 * end, (tuple + 1) * templateCount));
      Arrays.fill(features, end, features.length, NONE);
    }
    features[index] = feature;
  }

  /** Brings the features to their final size once all tuples are known. */
  void freeze() {
    int known = Math.min(features.length, tuples.size() * templateCount);
    features = Arrays.copyOf(features, tuples.size() * templateCount);
    Arrays.fill(features, known, features.length, NONE);
  }

  /**
   * The features of all tuples, {@code [tuples × templates]} row-major, {@link #NONE} where there
   * is none; shared, not to be modified.
   */
  int[] features() {
    return features;
  }

  /** Whether all cells are those of one position, if those of the parent are. */
  boolean staysAtPosition() {
    return hasCells() && offset == 0;
  }

  /**
   * Finds the tuples at each position of a sentence from those of the parent and of the last cell;
   * their weights are the products of these.
   *
   * @param lists the entries of all patterns, in the order of their positions
   * @param row of this pattern in {@code lists}; overwritten
   * @param width number of positions
   */
  void match(WeightedNumbers[] lists, int row, int width) {
    WeightedNumbers out = lists[row];
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
