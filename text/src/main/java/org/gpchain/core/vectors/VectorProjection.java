package org.gpchain.core.vectors;

import java.util.Arrays;
import java.util.Optional;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.FloatTable;

/**
 * A linear map from the vectors of an encoder to the dense features of a model: {@code z = Mᵀ x −
 * b}, then {@code z} is scaled to the length {@link #NORM}. The matrix M includes the scaling of
 * the encoder's dimensions; it is stored with 8 bits a number and one factor for each column.
 * Immutable; arrays are shared with the caller, not copied, and must not be modified.
 */
public final class VectorProjection {
  /** Length of each projected vector. */
  public static final float NORM = 3;

  private final int inputDimension;
  private final byte[] quantized;
  private final float[] factors;
  private final float[] bias;

  /** M, {@code [inputs×E]} row-major. */
  private final float[] matrix;

  /** Measure of the novelty of projected vectors; null if it was not learned. */
  private final VectorNovelty novelty;

  /**
   * Creates a projection without a measure of novelty.
   *
   * @param inputDimension number of dimensions of the encoder's vectors
   * @param quantized {@code [inputs×E]} row-major; multiplied by the factor of their column, they
   *     are the numbers of the matrix
   * @param factors factor of each column, {@code [E]}, finite
   * @param bias b, {@code [E]}, finite
   * @throws IllegalArgumentException if the arrays do not fit each other
   */
  public VectorProjection(int inputDimension, byte[] quantized, float[] factors, float[] bias) {
    this(inputDimension, quantized, factors, bias, null);
  }

  private VectorProjection(
      int inputDimension, byte[] quantized, float[] factors, float[] bias, VectorNovelty novelty) {
    Checks.atLeast("inputDimension", inputDimension, 1);
    Checks.atLeast("dimension", factors.length, 1);
    Checks.length("quantized", quantized.length, (long) inputDimension * factors.length, "[I×E]");
    Checks.length("bias", bias.length, factors.length, "[E]");
    this.inputDimension = inputDimension;
    this.quantized = quantized;
    this.factors = factors;
    this.bias = bias;
    this.novelty = novelty;
    this.matrix = new float[quantized.length];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = quantized[i] * factors[i % factors.length];
    }
  }

  /**
   * Returns the projection with the 8-bit matrix that is nearest to a given one.
   *
   * @param inputDimension number of dimensions of the encoder's vectors
   * @param matrix {@code [inputs×E]} row-major, finite; not modified
   * @param center vector that the projection maps to zero before scaling, {@code [inputs]}; not
   *     modified
   */
  public static VectorProjection quantize(int inputDimension, double[] matrix, double[] center) {
    int dimension = matrix.length / inputDimension;
    double[] largest = new double[dimension];
    for (int i = 0; i < matrix.length; i++) {
      largest[i % dimension] = Math.max(largest[i % dimension], Math.abs(matrix[i]));
    }

    float[] factors = new float[dimension];
    for (int e = 0; e < dimension; e++) {
      factors[e] = (float) (largest[e] / Byte.MAX_VALUE);
    }

    byte[] quantized = new byte[matrix.length];
    double[] projectedCenter = new double[dimension];
    for (int i = 0; i < matrix.length; i++) {
      int e = i % dimension;
      quantized[i] = factors[e] == 0 ? 0 : (byte) Math.round(matrix[i] / factors[e]);
      projectedCenter[e] += quantized[i] * factors[e] * center[i / dimension];
    }

    float[] bias = new float[dimension];
    for (int e = 0; e < dimension; e++) {
      bias[e] = (float) projectedCenter[e];
    }
    return new VectorProjection(inputDimension, quantized, factors, bias);
  }

  /**
   * Returns this projection with a measure of the novelty of projected vectors.
   *
   * @throws IllegalArgumentException if the measure is for another number of dimensions
   */
  public VectorProjection with(VectorNovelty measure) {
    Checks.length("variances", measure.variances().length, dimension(), "[E]");
    return new VectorProjection(inputDimension, quantized, factors, bias, measure);
  }

  /** Returns the measure of the novelty of projected vectors; empty if it was not learned. */
  public Optional<VectorNovelty> novelty() {
    return Optional.ofNullable(novelty);
  }

  /** Returns the number of dimensions of the encoder's vectors. */
  public int inputDimension() {
    return inputDimension;
  }

  /** Returns the number of dimensions E of the projected vectors. */
  public int dimension() {
    return factors.length;
  }

  /** Returns the 8-bit numbers of the matrix, {@code [inputs×E]}; not to be modified. */
  public byte[] quantized() {
    return quantized;
  }

  /** Returns the factor of each column, {@code [E]}; not to be modified. */
  public float[] factors() {
    return factors;
  }

  /** Returns the bias b, {@code [E]}; not to be modified. */
  public float[] bias() {
    return bias;
  }

  /** Returns the projected vectors of a sentence. */
  public DenseRows project(DenseRows vectors) {
    float[] projected = new float[Math.multiplyExact(vectors.rowCount(), dimension())];
    project(vectors, projected, 0);
    return new DenseRows(vectors.rowCount(), dimension(), projected);
  }

  /**
   * Projects vectors. A vector that is mapped to zero, or to less than about 1e-38, is not scaled.
   *
   * @param vectors vectors of an encoder
   * @param out the projected vectors are written to {@code [rows×E]} numbers from {@code outStart}
   *     on
   * @throws IllegalArgumentException if the vectors have another number of dimensions
   */
  public void project(DenseRows vectors, float[] out, int outStart) {
    Checks.length("dimension", vectors.dimension(), inputDimension, "[I]");
    int rows = vectors.rowCount();
    int dimension = factors.length;
    for (int t = 0; t < rows; t++) {
      for (int e = 0; e < dimension; e++) {
        out[outStart + t * dimension + e] = -bias[e];
      }
    }
    int[] everyRow = new int[rows];
    Arrays.setAll(everyRow, t -> t);
    FloatTable projected = new FloatTable(out, outStart, dimension);
    new DenseColumns(inputDimension, 1, vectors.values(), everyRow)
        .addProducts(0, rows, FloatTable.of(matrix, dimension), projected);

    for (int t = 0; t < rows; t++) {
      normalize(out, outStart + t * dimension, dimension);
    }
  }

  private static void normalize(float[] values, int start, int count) {
    double squares = 0;
    for (int i = start; i < start + count; i++) {
      squares += (double) values[i] * values[i];
    }
    float factor = (float) (NORM / Math.sqrt(squares));
    if (Float.isInfinite(factor)) {
      return;
    }
    for (int i = start; i < start + count; i++) {
      values[i] *= factor;
    }
  }
}
