package org.gpchain.internal.gp.codec;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.math.SparseRows;

/** Inducing points in model files. */
final class InducingRows {
  private InducingRows() {}

  /**
   * Adds inducing points, which are rows of counts.
   *
   * @throws IllegalArgumentException if the entries of the rows have values
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
  }

  /** Reads inducing points. */
  static SparseRows read(ArrayInput arrays, ModelShape shape) throws IOException {
    int[] starts = arrays.ints(DecoupledCodec.INDUCING_STARTS, shape.inducingCount() + 1L);
    int[] features = arrays.ints(DecoupledCodec.INDUCING_FEATURES, ArrayInput.ANY);
    return SparseRows.of(shape.featureCount(), starts, features);
  }
}
