package org.gpchain.internal.core.math;

import java.util.Arrays;

/**
 * The dense columns of a matrix whose rows refer to shared vectors. Each row has B blocks, and each
 * block holds one vector of E numbers, or zeros. With one row for each token and the blocks −1, 0
 * and +1, a row holds the vectors of a token and of its two neighbors, and each vector is stored
 * once.
 *
 * <p>Column {@code e·B + b} is component e of block b. For a table with a row of V numbers for each
 * column, the numbers of one component are therefore {@code B·V} consecutive ones, and products
 * with a vector are made for all blocks at once. Immutable; arrays are shared with the caller, not
 * copied, and must not be modified.
 */
public final class DenseColumns {
  /** Stands for a block of zeros in the list of vectors. */
  public static final int NONE = -1;

  private static final DenseProducts PRODUCTS = DenseProducts.fastest();

  private final int dimension;
  private final int blockCount;
  private final float[] vectors;
  private final int[] vectorOf;

  /**
   * Creates columns.
   *
   * @param dimension number of components E of a vector
   * @param blockCount number of blocks B of a row
   * @param vectors the vectors, {@code [N×E]} row-major, finite; kept, not copied
   * @param vectorOf for each block of each row, {@code [rows×B]}, the number of its vector, or
   *     {@link #NONE}; kept, not copied
   * @throws IllegalArgumentException if the arrays do not fit each other
   * @throws IndexOutOfBoundsException if there is no vector with a number
   */
  public DenseColumns(int dimension, int blockCount, float[] vectors, int[] vectorOf) {
    Checks.atLeast("dimension", dimension, 1);
    Checks.atLeast("blockCount", blockCount, 1);
    Checks.length("vectors", vectors.length % dimension, 0, "modulo E [N×E]");
    Checks.length("vectorOf", vectorOf.length % blockCount, 0, "modulo B [rows×B]");
    int vectorCount = vectors.length / dimension;
    for (int vector : vectorOf) {
      if (vector != NONE) {
        Checks.index("vector of a block", vector, vectorCount);
      }
    }

    this.dimension = dimension;
    this.blockCount = blockCount;
    this.vectors = vectors;
    this.vectorOf = vectorOf;
  }

  /** Returns the number of rows. */
  public int rowCount() {
    return vectorOf.length / blockCount;
  }

  /** Returns the number of components E of a vector. */
  public int dimension() {
    return dimension;
  }

  /** Returns the number of blocks B of a row. */
  public int blockCount() {
    return blockCount;
  }

  /** Returns the number of columns, {@code E·B}. */
  public int columnCount() {
    return dimension * blockCount;
  }

  /** Returns the value of a row in a column. */
  public float value(int row, int column) {
    int vector = vectorOf[row * blockCount + column % blockCount];
    if (vector == NONE) {
      return 0;
    }
    return vectors[vector * dimension + column / blockCount];
  }

  /** Returns the values of a row in all columns, {@code [E·B]}; a new array. */
  public double[] row(int row) {
    double[] values = new double[columnCount()];
    for (int b = 0; b < blockCount; b++) {
      int vector = vectorOf[row * blockCount + b];
      if (vector == NONE) {
        continue;
      }
      for (int e = 0; e < dimension; e++) {
        values[e * blockCount + b] = vectors[vector * dimension + e];
      }
    }
    return values;
  }

  /** Returns the number of the vector of a block of a row, or {@link #NONE}. */
  public int vectorOf(int row, int block) {
    return vectorOf[row * blockCount + block];
  }

  /** Returns the vectors, {@code [N×E]} row-major; shared, not to be modified. */
  public float[] vectors() {
    return vectors;
  }

  /**
   * Returns some of the rows. The vectors are shared.
   *
   * @param rows row numbers in the order of the result; not modified
   */
  public DenseColumns select(int[] rows) {
    int[] selected = new int[rows.length * blockCount];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(vectorOf, rows[i] * blockCount, selected, i * blockCount, blockCount);
    }
    return new DenseColumns(dimension, blockCount, vectors, selected);
  }

  /** Returns these rows, followed by the rows of others with the same columns. */
  public DenseColumns followedBy(DenseColumns other) {
    Checks.length("dimension", other.dimension, dimension, "[E]");
    Checks.length("blocks", other.blockCount, blockCount, "[B]");
    int[] both = Arrays.copyOf(vectorOf, vectorOf.length + other.vectorOf.length);
    if (vectors == other.vectors) {
      System.arraycopy(other.vectorOf, 0, both, vectorOf.length, other.vectorOf.length);
      return new DenseColumns(dimension, blockCount, vectors, both);
    }

    float[] allVectors =
        Arrays.copyOf(vectors, Math.addExact(vectors.length, other.vectors.length));
    System.arraycopy(other.vectors, 0, allVectors, vectors.length, other.vectors.length);
    int shift = vectors.length / dimension;
    for (int i = 0; i < other.vectorOf.length; i++) {
      int vector = other.vectorOf[i];
      both[vectorOf.length + i] = vector == NONE ? NONE : vector + shift;
    }
    return new DenseColumns(dimension, blockCount, allVectors, both);
  }

  /** Returns {@code Σ x²} over the rows of each column, in a new array. */
  public double[] sumsOfSquares() {
    double[] sums = new double[columnCount()];
    for (int i = 0; i < vectorOf.length; i++) {
      int vector = vectorOf[i];
      if (vector != NONE) {
        addSquares(vector, i % blockCount, sums);
      }
    }
    return sums;
  }

  private void addSquares(int vector, int block, double[] sums) {
    for (int e = 0; e < dimension; e++) {
      double x = vectors[vector * dimension + e];
      sums[e * blockCount + block] += x * x;
    }
  }

  /**
   * Adds multiples of the squares of a row to a table: {@code table_c += x_c² vector}.
   *
   * @param vector {@code [V]}; not modified
   * @param table row of V numbers for each column; added to
   */
  public void addSquares(int row, double[] vector, DoubleTable table) {
    for (int b = 0; b < blockCount; b++) {
      int number = vectorOf[row * blockCount + b];
      if (number == NONE) {
        continue;
      }
      for (int e = 0; e < dimension; e++) {
        double x = vectors[number * dimension + e];
        int to = table.rowStart(e * blockCount + b);
        ScaledSums.add(x * x, vector, 0, table.width(), table.numbers(), to);
      }
    }
  }

  /** A range of rows, and the range of the vectors that they refer to. */
  private final class Range {
    final int firstRow;
    final int firstVector;
    final int vectorCount;

    Range(int firstRow, int length) {
      this.firstRow = firstRow;
      int least = Integer.MAX_VALUE;
      int most = NONE;
      for (int i = firstRow * blockCount; i < (firstRow + length) * blockCount; i++) {
        if (vectorOf[i] != NONE) {
          least = Math.min(least, vectorOf[i]);
          most = Math.max(most, vectorOf[i]);
        }
      }
      firstVector = most == NONE ? 0 : least;
      vectorCount = most == NONE ? 0 : most - least + 1;
    }

    /** Returns the vectors of this range. */
    DenseProducts.Block block() {
      return new DenseProducts.Block(vectors, firstVector * dimension, vectorCount, dimension);
    }

    /**
     * Returns the index of the products of a block, in an array {@code [vectors×B×V]} of the
     * vectors of this range; negative if the block is zero.
     */
    int indexOf(int row, int block, int width) {
      int vector = vectorOf[(firstRow + row) * blockCount + block];
      if (vector == NONE) {
        return NONE;
      }
      return ((vector - firstVector) * blockCount + block) * width;
    }
  }

  /**
   * Adds the products of consecutive rows with a table: {@code out_t += Σ_c x_tc table_c}. Takes
   * the least time if the rows are those of one sentence, which share their vectors.
   *
   * @param firstRow first row
   * @param length number of rows
   * @param table row of V numbers for each column; not modified
   * @param out the products are added to {@code [length×V]}
   */
  public void addProducts(int firstRow, int length, DoubleTable table, DoubleTable out) {
    Range range = new Range(firstRow, length);
    int width = table.width();
    double[] products = new double[range.vectorCount * blockCount * width];
    PRODUCTS.compute(range.block(), table.joinRows(blockCount), products);

    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int from = range.indexOf(t, b, width);
        if (from >= 0) {
          ScaledSums.add(1, products, from, width, out.numbers(), out.rowStart(t));
        }
      }
    }
  }

  /** Does the same as the other method of this name, in single precision. */
  public void addProducts(int firstRow, int length, FloatTable table, FloatTable out) {
    Range range = new Range(firstRow, length);
    int width = table.width();
    float[] products = new float[range.vectorCount * blockCount * width];
    PRODUCTS.compute(range.block(), table.joinRows(blockCount), products);

    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int from = range.indexOf(t, b, width);
        if (from >= 0) {
          ScaledSums.add(1f, products, from, width, out.numbers(), out.rowStart(t));
        }
      }
    }
  }

  /**
   * Adds the products of each column with a matrix: {@code table_c += Σ_t x_tc matrix_t}. This is
   * the pull-back of {@link #addProducts}.
   *
   * @param firstRow first row
   * @param length number of rows
   * @param matrix {@code [length×V]}; not modified
   * @param table row of V numbers for each column; added to
   */
  public void addToTable(int firstRow, int length, DoubleTable matrix, DoubleTable table) {
    Range range = new Range(firstRow, length);
    int width = table.width();
    double[] sums = new double[range.vectorCount * blockCount * width];
    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int to = range.indexOf(t, b, width);
        if (to >= 0) {
          ScaledSums.add(1, matrix.numbers(), matrix.rowStart(t), width, sums, to);
        }
      }
    }

    PRODUCTS.addTransposed(range.block(), sums, table.joinRows(blockCount));
  }

  /** Does the same as the other method of this name, in single precision. */
  public void addToTable(int firstRow, int length, FloatTable matrix, FloatTable table) {
    Range range = new Range(firstRow, length);
    int width = table.width();
    float[] sums = new float[range.vectorCount * blockCount * width];
    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int to = range.indexOf(t, b, width);
        if (to >= 0) {
          ScaledSums.add(1f, matrix.numbers(), matrix.rowStart(t), width, sums, to);
        }
      }
    }

    PRODUCTS.addTransposed(range.block(), sums, table.joinRows(blockCount));
  }
}
