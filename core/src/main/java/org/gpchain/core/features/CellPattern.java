package org.gpchain.core.features;

import java.util.Arrays;
import org.gpchain.core.math.LongIndex;

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

  private static long pair(int left, int right) {
    return (long) left << Integer.SIZE | right;
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
    return tuples.add(pair(parentTuple, cell));
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

  /**
   * Finds the tuple at each position of a sentence from those of the parent and of the last cell.
   *
   * @param numbers {@code [patterns × width]} row-major, {@link #NONE} where a cell or a tuple is
   *     unknown; the rows of the columns and of the parent are not modified
   * @param row of this pattern in {@code numbers}; overwritten
   */
  void match(int[] numbers, int row, int width) {
    int out = row * width;
    if (column == NONE) {
      Arrays.fill(numbers, out, out + width, 0);
      return;
    }
    int left = parent * width;
    int right = column * width + offset;
    int complete = width - offset;
    for (int i = 0; i < complete; i++) {
      int known = numbers[left + i];
      int cell = numbers[right + i];
      numbers[out + i] = (known | cell) < 0 ? NONE : tuples.find(pair(known, cell));
    }
    Arrays.fill(numbers, out + Math.max(0, complete), out + width, NONE);
  }

  /**
   * Finds the tuples at each position where parent or last cell may have several, with the products
   * of their weights.
   *
   * @param cells of the last cell's column
   * @param out its entries, in the order of their positions; overwritten
   */
  void match(WeightedNumbers tuplesOfParent, WeightedNumbers cells, WeightedNumbers out) {
    out.clear();
    for (int a = 0; a < tuplesOfParent.size(); a++) {
      int position = tuplesOfParent.position(a);
      if (position + offset < cells.positions()) {
        for (int b = cells.start(position + offset); b < cells.start(position + offset + 1); b++) {
          double weight = tuplesOfParent.weight(a) * cells.weight(b);
          if (weight >= WeightedNumbers.LEAST) {
            int tuple = tuples.find(pair(tuplesOfParent.number(a), cells.number(b)));
            out.add(position, tuple, weight);
          }
        }
      }
    }
  }
}
