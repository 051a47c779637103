package org.gpchain.internal.gp.inducing;

import java.util.Arrays;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;

/** Makes inducing points of tokens of a corpus. */
public final class InducingPoints {
  private InducingPoints() {}

  /**
   * Returns some rows as inducing points. Their vectors, if they have any, are {@linkplain
   * QuantizedVectors quantized}, because model files store them with 8 bits. This is no
   * approximation: inducing points need not be tokens of the corpus.
   *
   * @param rows feature rows of a corpus; not modified
   * @param tokens row numbers of the points, in the order of the result; not modified
   */
  public static SparseRows of(SparseRows rows, int[] tokens) {
    SparseRows points = rows.select(tokens);
    if (points.dense() == null) {
      return points;
    }
    return points.withDense(quantized(points.dense()));
  }

  /** Returns columns with 8-bit vectors, without the vectors that no row refers to. */
  private static DenseColumns quantized(DenseColumns columns) {
    int dimension = columns.dimension();
    int blockCount = columns.blockCount();
    int[] numberOf = new int[columns.vectors().length / dimension];
    Arrays.fill(numberOf, DenseColumns.NONE);
    int[] vectorOf = new int[columns.rowCount() * blockCount];
    float[] used = new float[vectorOf.length * dimension];
    int count = 0;

    for (int i = 0; i < vectorOf.length; i++) {
      int vector = columns.vectorOf(i / blockCount, i % blockCount);
      if (vector == DenseColumns.NONE) {
        vectorOf[i] = DenseColumns.NONE;
        continue;
      }
      if (numberOf[vector] == DenseColumns.NONE) {
        System.arraycopy(columns.vectors(), vector * dimension, used, count * dimension, dimension);
        numberOf[vector] = count;
        count++;
      }
      vectorOf[i] = numberOf[vector];
    }

    float[] vectors = Arrays.copyOf(used, count * dimension);
    float[] values = QuantizedVectors.of(dimension, vectors).values();
    return new DenseColumns(dimension, blockCount, values, vectorOf);
  }
}
