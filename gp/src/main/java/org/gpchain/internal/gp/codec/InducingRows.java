package org.gpchain.internal.gp.codec;

import static org.gpchain.internal.core.file.DamagedFileException.check;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.PosteriorCodec.Source;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.inducing.QuantizedVectors;

/** Inducing points in model files. */
final class InducingRows {
  private InducingRows() {}

  /**
   * Adds inducing points, which are rows of counts and, if the model reads vectors, 8-bit vectors.
   *
   * @throws IllegalArgumentException if the entries of the rows have values, or vectors do not have
   *     8 bits
   */
  static void write(SparseRows inducing, ArrayOutput arrays) {
    if (inducing.isWeighted()) {
      throw new IllegalArgumentException("model files keep inducing points without values");
    }
    int[] starts = new int[inducing.rowCount() + 1];
    int[] features = new int[inducing.entryCount()];
    Arrays.setAll(starts, inducing::start);
    Arrays.setAll(features, inducing::column);
    arrays.add(DecoupledCodec.INDUCING_STARTS, starts);
    arrays.add(DecoupledCodec.INDUCING_FEATURES, features);
    if (inducing.dense() != null) {
      write(inducing.dense(), arrays);
    }
  }

  private static void write(DenseColumns columns, ArrayOutput arrays) {
    QuantizedVectors quantized = QuantizedVectors.of(columns.dimension(), columns.vectors());
    if (!Arrays.equals(quantized.values(), columns.vectors())) {
      throw new IllegalArgumentException("model files keep inducing points with 8-bit vectors");
    }

    int blockCount = columns.blockCount();
    int[] vectorOf = new int[columns.rowCount() * blockCount];
    Arrays.setAll(vectorOf, i -> columns.vectorOf(i / blockCount, i % blockCount));
    arrays.add(DecoupledCodec.INDUCING_VECTORS, quantized.components());
    arrays.add(DecoupledCodec.INDUCING_EXPONENTS, quantized.exponents());
    arrays.add(DecoupledCodec.INDUCING_BLOCKS, vectorOf);
  }

  /** Reads inducing points. */
  static SparseRows read(Source source) throws IOException {
    ArrayInput arrays = source.arrays();
    int count = source.shape().inducingCount();
    int[] starts = arrays.ints(DecoupledCodec.INDUCING_STARTS, count + 1L);
    int[] features = arrays.ints(DecoupledCodec.INDUCING_FEATURES, ArrayInput.ANY);
    SparseRows rows = SparseRows.of(source.vocabulary().featureCount(), starts, features);
    return rows.withDense(vectors(source));
  }

  /** Returns the number of blocks of vectors that a token of a model has. */
  static int blockCount(Source source) {
    return source.shape().groupCount() - source.vocabulary().groupCount();
  }

  /** Reads the vectors of inducing points; returns null if the model reads no vectors. */
  private static DenseColumns vectors(Source source) throws IOException {
    int blockCount = blockCount(source);
    if (blockCount == 0) {
      return null;
    }

    int denseCount = source.shape().featureCount() - source.vocabulary().featureCount();
    check(denseCount % blockCount == 0, "its blocks of vectors have different sizes");
    ArrayInput arrays = source.arrays();
    byte[] components = arrays.bytes(DecoupledCodec.INDUCING_VECTORS);
    byte[] exponents = arrays.bytes(DecoupledCodec.INDUCING_EXPONENTS);
    long blocks = (long) source.shape().inducingCount() * blockCount;
    int[] vectorOf = arrays.ints(DecoupledCodec.INDUCING_BLOCKS, blocks);

    QuantizedVectors quantized =
        new QuantizedVectors(denseCount / blockCount, components, exponents);
    return new DenseColumns(quantized.dimension(), blockCount, quantized.values(), vectorOf);
  }
}
