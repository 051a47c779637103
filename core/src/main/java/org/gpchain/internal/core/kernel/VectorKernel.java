package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The linear kernel of dense columns, {@code k(x, x') = Σ_b σ_b² x_b · x'_b} over the blocks b,
 * each with its own variance. Columns that are not dense do not count. Immutable.
 *
 * @param blockVariance variance σ_b² of each block, {@code [B]}, positive; retained, not copied
 */
public record VectorKernel(double[] blockVariance) implements Kernel {
  /** Checks that the variances are positive. */
  public VectorKernel {
    Checks.atLeast("number of blocks", blockVariance.length, 1);
    for (double variance : blockVariance) {
      Checks.positive("variance of a block of vectors", variance);
    }
  }

  private DenseColumns columns(SparseRows rows) {
    DenseColumns columns = rows.dense();
    int blockCount = columns == null ? 0 : columns.blockCount();
    Checks.length("blocks of dense columns", blockCount, blockVariance.length, "[B]");
    return columns;
  }

  @Override
  public double variance(SparseRows x, int row) {
    double[] values = columns(x).row(row);
    double sum = 0;
    for (int c = 0; c < values.length; c++) {
      sum += blockVariance[c % blockVariance.length] * values[c] * values[c];
    }
    return sum;
  }

  /** Returns {@code log σ_b²} of each block. */
  @Override
  public double[] hyperParameters() {
    return Arrays.stream(blockVariance).map(Math::log).toArray();
  }

  @Override
  public VectorKernel withHyperParameters(double[] logs) {
    Checks.length("logs", logs.length, blockVariance.length, "[B]");
    return new VectorKernel(Arrays.stream(logs).map(Math::exp).toArray());
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    DenseColumns columns = columns(z);
    int size = z.rowCount();
    double[] table = new double[Math.multiplyExact(columns.columnCount(), size)];
    for (int m = 0; m < size; m++) {
      double[] values = columns.row(m);
      for (int c = 0; c < values.length; c++) {
        table[c * size + m] = values[c];
      }
    }
    return new Products(this, size, table);
  }

  /**
   * Covariances that are computed as products with a table of Z.
   *
   * @param kernel the kernel
   * @param size number of rows M of Z
   * @param table transpose of Z, {@code [E·B×M]} row-major
   */
  private record Products(VectorKernel kernel, int size, double[] table)
      implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      double[] scaled = kernel.columns(x).row(row);
      for (int c = 0; c < scaled.length; c++) {
        scaled[c] *= kernel.blockVariance[c % kernel.blockVariance.length];
      }
      double[] covariances = new double[size];
      ScaledSums.addRows(scaled, 0, 1, scaled.length, table, 0, size, covariances, 0);

      double[] values = out.values();
      for (int m = 0; m < size; m++) {
        values[m * out.columnCount() + column] = covariances[m];
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      double[] values = weights.values();
      double[] ofColumn = new double[size];
      for (int m = 0; m < size; m++) {
        ofColumn[m] = values[m * weights.columnCount() + column];
      }

      // k is linear in each variance, so ∂k/∂log σ_b² is the block's part of k.
      double[] components = kernel.columns(x).row(row);
      int blockCount = kernel.blockVariance.length;
      for (int c = 0; c < components.length; c++) {
        double product = ScaledSums.product(table, c * size, ofColumn, 0, size);
        gradientInOut[c % blockCount] +=
            kernel.blockVariance[c % blockCount] * components[c] * product;
      }
    }
  }
}
