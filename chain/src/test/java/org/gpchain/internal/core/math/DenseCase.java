package org.gpchain.internal.core.math;

import java.util.Arrays;
import org.gpchain.core.Draws;

/**
 * The arrays of random {@link DenseColumns}. The numbers are multiples of 1/4, so that sums of
 * products are exact in single and double precision and can be compared for equality.
 *
 * @param dimension number of components of a vector, E
 * @param blockCount number of blocks of a row, B
 * @param vectors {@code [N×E]} row-major
 * @param vectorOf vector of each block, {@code [rows×B]}, or {@link DenseColumns#NONE}
 */
record DenseCase(int dimension, int blockCount, float[] vectors, int[] vectorOf) {

  /**
   * Returns a row for each token of some sentences. Its three blocks refer to the vectors of the
   * previous token, the token and the next token. There is no previous token at the start of a
   * sentence, and no next token at its end.
   */
  static DenseCase ofSentences(Draws draws, int dimension, int... lengths) {
    int tokenCount = Arrays.stream(lengths).sum();
    int[] vectorOf = new int[3 * tokenCount];
    int token = 0;
    for (int length : lengths) {
      for (int t = 0; t < length; t++) {
        vectorOf[3 * token] = t == 0 ? DenseColumns.NONE : token - 1;
        vectorOf[3 * token + 1] = token;
        vectorOf[3 * token + 2] = t == length - 1 ? DenseColumns.NONE : token + 1;
        token++;
      }
    }
    return new DenseCase(dimension, 3, quarterFloats(draws, tokenCount * dimension), vectorOf);
  }

  /** Returns rows whose blocks refer to random vectors; about a third of the blocks are zero. */
  static DenseCase random(Draws draws, int dimension, int blockCount, int rowCount) {
    int vectorCount = draws.between(1, 12);
    float[] vectors = quarterFloats(draws, vectorCount * dimension);
    return new DenseCase(
        dimension, blockCount, vectors, randomBlocks(draws, rowCount * blockCount, vectorCount));
  }

  private static int[] randomBlocks(Draws draws, int count, int vectorCount) {
    int[] vectorOf = draws.indices(count, vectorCount);
    for (int i = 0; i < count; i++) {
      if (draws.chance(1.0 / 3)) {
        vectorOf[i] = DenseColumns.NONE;
      }
    }
    return vectorOf;
  }

  /** Returns other random rows that refer to the same array of vectors. */
  DenseCase withOtherRows(Draws draws, int rowCount) {
    int[] blocks = randomBlocks(draws, rowCount * blockCount, vectors.length / dimension);
    return new DenseCase(dimension, blockCount, vectors, blocks);
  }

  /** Returns random multiples of 1/4 from −2 to 2. */
  static double[] quarters(Draws draws, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = draws.between(-8, 8) / 4.0;
    }
    return values;
  }

  private static float[] quarterFloats(Draws draws, int count) {
    return floats(quarters(draws, count));
  }

  /** Returns the numbers in single precision. */
  static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  int rowCount() {
    return vectorOf.length / blockCount;
  }

  int columnCount() {
    return dimension * blockCount;
  }

  DenseColumns columns() {
    return new DenseColumns(dimension, blockCount, vectors, vectorOf);
  }

  /** Returns all numbers, {@code [rows][E·B]}: component e of block b is column {@code e·B + b}. */
  double[][] matrix() {
    double[][] matrix = new double[rowCount()][columnCount()];
    for (int r = 0; r < rowCount(); r++) {
      for (int b = 0; b < blockCount; b++) {
        int vector = vectorOf[r * blockCount + b];
        if (vector != DenseColumns.NONE) {
          for (int e = 0; e < dimension; e++) {
            matrix[r][e * blockCount + b] = vectors[vector * dimension + e];
          }
        }
      }
    }
    return matrix;
  }
}
