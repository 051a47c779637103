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
   * @param width V
   * @param table row of V numbers for each column, from {@code tableStart} on; added to
   */
  public void addSquares(int row, double[] vector, int width, double[] table, int tableStart) {
    for (int b = 0; b < blockCount; b++) {
      int number = vectorOf[row * blockCount + b];
      for (int e = 0; number != NONE && e < dimension; e++) {
        double x = vectors[number * dimension + e];
        int to = tableStart + (e * blockCount + b) * width;
        ScaledSums.add(x * x, vector, 0, width, table, to);
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
   * @param table row of V numbers for each column, from {@code tableStart} on; not modified
   * @param width V
   * @param out the products are added to {@code [length×V]} numbers from {@code outStart} on
   */
  public void addProducts(
      int firstRow,
      int length,
      double[] table,
      int tableStart,
      int width,
      double[] out,
      int outStart) {
    Range range = new Range(firstRow, length);
    int all = blockCount * width;
    double[] products = new double[range.vectorCount * all];
    int j = 0;
    for (; j + 3 < range.vectorCount; j += 4) {
      addFourProducts(range.firstVector + j, table, tableStart, all, products, j * all);
    }
    for (; j < range.vectorCount; j++) {
      addProduct(range.firstVector + j, table, tableStart, all, products, j * all);
    }

    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int from = range.indexOf(t, b, width);
        if (from >= 0) {
          ScaledSums.add(1, products, from, width, out, outStart + t * width);
        }
      }
    }
  }

  /** Adds the product of a vector with a table {@code [E×count]}. */
  private void addProduct(
      int vector, double[] table, int tableStart, int count, double[] out, int outStart) {
    for (int e = 0; e < dimension; e++) {
      double x = vectors[vector * dimension + e];
      ScaledSums.add(x, table, tableStart + e * count, count, out, outStart);
    }
  }

  /**
   * Adds the products of four consecutive vectors with a table {@code [E×count]}. Takes four
   * components at a time, so that each number of the table and of the products is loaded less
   * often.
   */
  private void addFourProducts(
      int firstVector, double[] table, int tableStart, int count, double[] out, int outStart) {
    int p = firstVector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    int ofQ = outStart + count;
    int ofR = ofQ + count;
    int ofS = ofR + count;

    int e = 0;
    for (; e + 3 < dimension; e += 4) {
      int a = tableStart + e * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      double pa = vectors[p + e];
      double pb = vectors[p + e + 1];
      double pc = vectors[p + e + 2];
      double pd = vectors[p + e + 3];
      double qa = vectors[q + e];
      double qb = vectors[q + e + 1];
      double qc = vectors[q + e + 2];
      double qd = vectors[q + e + 3];
      double ra = vectors[r + e];
      double rb = vectors[r + e + 1];
      double rc = vectors[r + e + 2];
      double rd = vectors[r + e + 3];
      double sa = vectors[s + e];
      double sb = vectors[s + e + 1];
      double sc = vectors[s + e + 2];
      double sd = vectors[s + e + 3];
      for (int k = 0; k < count; k++) {
        double ta = table[a + k];
        double tb = table[b + k];
        double tc = table[c + k];
        double td = table[d + k];
        out[outStart + k] += (pa * ta + pb * tb) + (pc * tc + pd * td);
        out[ofQ + k] += (qa * ta + qb * tb) + (qc * tc + qd * td);
        out[ofR + k] += (ra * ta + rb * tb) + (rc * tc + rd * td);
        out[ofS + k] += (sa * ta + sb * tb) + (sc * tc + sd * td);
      }
    }
    for (; e < dimension; e++) {
      int from = tableStart + e * count;
      ScaledSums.add(vectors[p + e], table, from, count, out, outStart);
      ScaledSums.add(vectors[q + e], table, from, count, out, ofQ);
      ScaledSums.add(vectors[r + e], table, from, count, out, ofR);
      ScaledSums.add(vectors[s + e], table, from, count, out, ofS);
    }
  }

  /** Does the same as the other method of this name, in single precision. */
  public void addProducts(
      int firstRow,
      int length,
      float[] table,
      int tableStart,
      int width,
      float[] out,
      int outStart) {
    Range range = new Range(firstRow, length);
    int all = blockCount * width;
    float[] products = new float[range.vectorCount * all];
    int j = 0;
    for (; j + 3 < range.vectorCount; j += 4) {
      addFourProducts(range.firstVector + j, table, tableStart, all, products, j * all);
    }
    for (; j < range.vectorCount; j++) {
      addProduct(range.firstVector + j, table, tableStart, all, products, j * all);
    }

    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int from = range.indexOf(t, b, width);
        if (from >= 0) {
          ScaledSums.add(1f, products, from, width, out, outStart + t * width);
        }
      }
    }
  }

  private void addProduct(
      int vector, float[] table, int tableStart, int count, float[] out, int outStart) {
    for (int e = 0; e < dimension; e++) {
      float x = vectors[vector * dimension + e];
      ScaledSums.add(x, table, tableStart + e * count, count, out, outStart);
    }
  }

  private void addFourProducts(
      int firstVector, float[] table, int tableStart, int count, float[] out, int outStart) {
    int p = firstVector * dimension;
    int q = p + dimension;
    int r = q + dimension;
    int s = r + dimension;
    int ofQ = outStart + count;
    int ofR = ofQ + count;
    int ofS = ofR + count;

    int e = 0;
    for (; e + 3 < dimension; e += 4) {
      int a = tableStart + e * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      float pa = vectors[p + e];
      float pb = vectors[p + e + 1];
      float pc = vectors[p + e + 2];
      float pd = vectors[p + e + 3];
      float qa = vectors[q + e];
      float qb = vectors[q + e + 1];
      float qc = vectors[q + e + 2];
      float qd = vectors[q + e + 3];
      float ra = vectors[r + e];
      float rb = vectors[r + e + 1];
      float rc = vectors[r + e + 2];
      float rd = vectors[r + e + 3];
      float sa = vectors[s + e];
      float sb = vectors[s + e + 1];
      float sc = vectors[s + e + 2];
      float sd = vectors[s + e + 3];
      for (int k = 0; k < count; k++) {
        float ta = table[a + k];
        float tb = table[b + k];
        float tc = table[c + k];
        float td = table[d + k];
        out[outStart + k] += (pa * ta + pb * tb) + (pc * tc + pd * td);
        out[ofQ + k] += (qa * ta + qb * tb) + (qc * tc + qd * td);
        out[ofR + k] += (ra * ta + rb * tb) + (rc * tc + rd * td);
        out[ofS + k] += (sa * ta + sb * tb) + (sc * tc + sd * td);
      }
    }
    for (; e < dimension; e++) {
      int from = tableStart + e * count;
      ScaledSums.add(vectors[p + e], table, from, count, out, outStart);
      ScaledSums.add(vectors[q + e], table, from, count, out, ofQ);
      ScaledSums.add(vectors[r + e], table, from, count, out, ofR);
      ScaledSums.add(vectors[s + e], table, from, count, out, ofS);
    }
  }

  /**
   * Adds the products of each column with a matrix: {@code table_c += Σ_t x_tc matrix_t}. This is
   * the pull-back of {@link #addProducts}.
   *
   * @param firstRow first row
   * @param length number of rows
   * @param matrix {@code [length×V]} numbers from {@code matrixStart} on; not modified
   * @param width V
   * @param table row of V numbers for each column, from {@code tableStart} on; added to
   */
  public void addToTable(
      int firstRow,
      int length,
      double[] matrix,
      int matrixStart,
      int width,
      double[] table,
      int tableStart) {
    Range range = new Range(firstRow, length);
    int all = blockCount * width;
    double[] sums = new double[range.vectorCount * all];
    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int to = range.indexOf(t, b, width);
        if (to >= 0) {
          ScaledSums.add(1, matrix, matrixStart + t * width, width, sums, to);
        }
      }
    }

    int first = range.firstVector * dimension;
    int e = 0;
    for (; e + 1 < dimension; e += 2) {
      addTwoSums(first + e, range.vectorCount, sums, all, table, tableStart + e * all);
    }
    for (int j = 0; e < dimension && j < range.vectorCount; j++) {
      float x = vectors[first + e + j * dimension];
      ScaledSums.add(x, sums, j * all, all, table, tableStart + e * all);
    }
  }

  /**
   * Adds multiples of the rows of a matrix to two rows of a table: {@code table_e += Σ_j x_je
   * matrix_j} for two consecutive components e, eight vectors at a time.
   *
   * @param component index of the first component of the first vector
   * @param rows number of rows of the matrix and of vectors
   * @param count length of a row
   */
  private void addTwoSums(
      int component, int rows, double[] matrix, int count, double[] table, int tableStart) {
    int second = tableStart + count;
    int j = 0;
    for (; j + 7 < rows; j += 8) {
      int p = component + j * dimension;
      int q = p + dimension;
      int r = q + dimension;
      int s = r + dimension;
      int t = s + dimension;
      int u = t + dimension;
      int v = u + dimension;
      int w = v + dimension;
      double xp = vectors[p];
      double xq = vectors[q];
      double xr = vectors[r];
      double xs = vectors[s];
      double xt = vectors[t];
      double xu = vectors[u];
      double xv = vectors[v];
      double xw = vectors[w];
      double yp = vectors[p + 1];
      double yq = vectors[q + 1];
      double yr = vectors[r + 1];
      double ys = vectors[s + 1];
      double yt = vectors[t + 1];
      double yu = vectors[u + 1];
      double yv = vectors[v + 1];
      double yw = vectors[w + 1];
      int a = j * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      int e = d + count;
      int f = e + count;
      int g = f + count;
      int h = g + count;
      for (int k = 0; k < count; k++) {
        double ma = matrix[a + k];
        double mb = matrix[b + k];
        double mc = matrix[c + k];
        double md = matrix[d + k];
        double me = matrix[e + k];
        double mf = matrix[f + k];
        double mg = matrix[g + k];
        double mh = matrix[h + k];
        table[tableStart + k] +=
            ((xp * ma + xq * mb) + (xr * mc + xs * md))
                + ((xt * me + xu * mf) + (xv * mg + xw * mh));
        table[second + k] +=
            ((yp * ma + yq * mb) + (yr * mc + ys * md))
                + ((yt * me + yu * mf) + (yv * mg + yw * mh));
      }
    }
    for (; j < rows; j++) {
      int p = component + j * dimension;
      ScaledSums.add(vectors[p], matrix, j * count, count, table, tableStart);
      ScaledSums.add(vectors[p + 1], matrix, j * count, count, table, second);
    }
  }

  /** Does the same as the other method of this name, in single precision. */
  public void addToTable(
      int firstRow,
      int length,
      float[] matrix,
      int matrixStart,
      int width,
      float[] table,
      int tableStart) {
    Range range = new Range(firstRow, length);
    int all = blockCount * width;
    float[] sums = new float[range.vectorCount * all];
    for (int t = 0; t < length; t++) {
      for (int b = 0; b < blockCount; b++) {
        int to = range.indexOf(t, b, width);
        if (to >= 0) {
          ScaledSums.add(1f, matrix, matrixStart + t * width, width, sums, to);
        }
      }
    }

    int first = range.firstVector * dimension;
    int e = 0;
    for (; e + 1 < dimension; e += 2) {
      addTwoSums(first + e, range.vectorCount, sums, all, table, tableStart + e * all);
    }
    for (int j = 0; e < dimension && j < range.vectorCount; j++) {
      float x = vectors[first + e + j * dimension];
      ScaledSums.add(x, sums, j * all, all, table, tableStart + e * all);
    }
  }

  private void addTwoSums(
      int component, int rows, float[] matrix, int count, float[] table, int tableStart) {
    int second = tableStart + count;
    int j = 0;
    for (; j + 7 < rows; j += 8) {
      int p = component + j * dimension;
      int q = p + dimension;
      int r = q + dimension;
      int s = r + dimension;
      int t = s + dimension;
      int u = t + dimension;
      int v = u + dimension;
      int w = v + dimension;
      float xp = vectors[p];
      float xq = vectors[q];
      float xr = vectors[r];
      float xs = vectors[s];
      float xt = vectors[t];
      float xu = vectors[u];
      float xv = vectors[v];
      float xw = vectors[w];
      float yp = vectors[p + 1];
      float yq = vectors[q + 1];
      float yr = vectors[r + 1];
      float ys = vectors[s + 1];
      float yt = vectors[t + 1];
      float yu = vectors[u + 1];
      float yv = vectors[v + 1];
      float yw = vectors[w + 1];
      int a = j * count;
      int b = a + count;
      int c = b + count;
      int d = c + count;
      int e = d + count;
      int f = e + count;
      int g = f + count;
      int h = g + count;
      for (int k = 0; k < count; k++) {
        float ma = matrix[a + k];
        float mb = matrix[b + k];
        float mc = matrix[c + k];
        float md = matrix[d + k];
        float me = matrix[e + k];
        float mf = matrix[f + k];
        float mg = matrix[g + k];
        float mh = matrix[h + k];
        table[tableStart + k] +=
            ((xp * ma + xq * mb) + (xr * mc + xs * md))
                + ((xt * me + xu * mf) + (xv * mg + xw * mh));
        table[second + k] +=
            ((yp * ma + yq * mb) + (yr * mc + ys * md))
                + ((yt * me + yu * mf) + (yv * mg + yw * mh));
      }
    }
    for (; j < rows; j++) {
      int p = component + j * dimension;
      ScaledSums.add(vectors[p], matrix, j * count, count, table, tableStart);
      ScaledSums.add(vectors[p + 1], matrix, j * count, count, table, second);
    }
  }
}
