package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * A sum of linear kernels, one for each feature group, each with its own variance: {@code k(x, x')
 * = Σ_g σ_g² x_g · x'_g}. Equivalent to independent weights {@code w_d ~ N(0, σ²_g(d))}. Immutable.
 *
 * <p>The features may include the dense columns of the rows, each block of which is a group. If
 * there are as many features as columns that are not dense, dense columns do not count.
 */
public final class AdditiveLinearKernel implements Kernel {
  private final int[] groupOfFeature;
  private final double[] groupVariance;

  /** Variance of the group of each feature, {@code [D]}. */
  private final double[] featureVariance;

  /**
   * Creates a kernel.
   *
   * @param groupOfFeature index of the group of each feature, {@code [D]}; retained, not copied
   * @param groupVariance prior variance σ_g² of each group, {@code [G]}; not modified
   * @throws IllegalArgumentException if a variance is not positive
   */
  public AdditiveLinearKernel(int[] groupOfFeature, double[] groupVariance) {
    this.groupOfFeature = groupOfFeature;
    this.groupVariance = groupVariance.clone();
    for (int g = 0; g < groupVariance.length; g++) {
      Checks.positive("variance of feature group " + g, groupVariance[g]);
    }
    this.featureVariance =
        Arrays.stream(groupOfFeature).mapToDouble(g -> groupVariance[g]).toArray();
  }

  /** Returns the prior variance of the weight of a feature. */
  public double featureVariance(int feature) {
    return featureVariance[feature];
  }

  /** Returns the index of the group of each feature, {@code [D]}; shared, not to be modified. */
  public int[] groupOfFeature() {
    return groupOfFeature;
  }

  /** Returns the prior variance σ_g² of each group, {@code [G]}; a new array. */
  public double[] groupVariance() {
    return groupVariance.clone();
  }

  /** Returns {@code log σ_g²} of each group. */
  @Override
  public double[] hyperParameters() {
    return Arrays.stream(groupVariance).map(Math::log).toArray();
  }

  @Override
  public AdditiveLinearKernel withHyperParameters(double[] logs) {
    Checks.length("logs", logs.length, groupVariance.length, "[feature groups]");
    return new AdditiveLinearKernel(groupOfFeature, Arrays.stream(logs).map(Math::exp).toArray());
  }

  @Override
  public double variance(SparseRows x, int row) {
    double sum = 0;
    for (int i = x.start(row); i < x.start(row + 1); i++) {
      // The values of a feature that is listed several times are added up before they are squared.
      for (int j = x.start(row); j < x.start(row + 1); j++) {
        if (x.column(i) == x.column(j)) {
          sum += featureVariance[x.column(i)] * x.value(i) * x.value(j);
        }
      }
    }
    return includesVectors(x) ? sum + vectorKernel(x).variance(x, row) : sum;
  }

  /** Returns whether there are features for dense columns of rows. */
  private boolean includesVectors(SparseRows rows) {
    return rows.dense() != null && groupOfFeature.length > rows.sparseCount();
  }

  /** Returns the part of this kernel that is over the dense columns of rows. */
  private VectorKernel vectorKernel(SparseRows rows) {
    int from = rows.sparseCount();
    int to = from + rows.dense().blockCount();
    return new VectorKernel(Arrays.copyOfRange(featureVariance, from, to));
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    Postings postings = new Postings(this, z.rowCount(), z.transpose());
    if (!includesVectors(z)) {
      return postings;
    }
    int[] groups =
        Arrays.copyOfRange(
            groupOfFeature, z.sparseCount(), z.sparseCount() + z.dense().blockCount());
    return new WithVectors(postings, vectorKernel(z).against(z), groups);
  }

  /**
   * Sums of the covariances of the sparse and of the dense columns.
   *
   * @param sparse covariances of the sparse columns
   * @param dense covariances of the dense columns
   * @param groupOfBlock group of each block of dense columns, {@code [B]}
   */
  private record WithVectors(Postings sparse, CrossCovariance dense, int[] groupOfBlock)
      implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      sparse.write(x, row, out, column);

      double[] ofVectors = new double[sparse.size];
      dense.write(x, row, ColumnBlock.ofColumn(ofVectors), 0);
      for (int m = 0; m < ofVectors.length; m++) {
        out.values()[m * out.columnCount() + column] += ofVectors[m];
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      sparse.pullBack(x, row, weights, column, gradientInOut);

      double[] ofBlocks = new double[groupOfBlock.length];
      dense.pullBack(x, row, weights, column, ofBlocks);
      for (int b = 0; b < ofBlocks.length; b++) {
        gradientInOut[groupOfBlock[b]] += ofBlocks[b];
      }
    }
  }

  /**
   * Covariances that visit, for each active feature of x, only the rows of Z that have the feature.
   *
   * @param kernel the kernel
   * @param size number of rows M of Z
   * @param rowsWithFeature transpose of Z: a row for each feature, a column for each row of Z
   */
  private record Postings(AdditiveLinearKernel kernel, int size, SparseRows rowsWithFeature)
      implements CrossCovariance {
    @Override
    public void write(SparseRows x, int row, ColumnBlock out, int column) {
      double[] values = out.values();
      int stride = out.columnCount();
      for (int m = 0; m < size; m++) {
        values[m * stride + column] = 0;
      }

      for (int i = x.start(row); i < x.start(row + 1); i++) {
        int feature = x.column(i);
        double variance = kernel.featureVariance[feature] * x.value(i);
        for (int j = rowsWithFeature.start(feature); j < rowsWithFeature.start(feature + 1); j++) {
          values[rowsWithFeature.column(j) * stride + column] +=
              variance * rowsWithFeature.value(j);
        }
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, ColumnBlock weights, int column, double[] gradientInOut) {
      double[] values = weights.values();
      int stride = weights.columnCount();
      for (int i = x.start(row); i < x.start(row + 1); i++) {
        int feature = x.column(i);
        double sum = 0;
        for (int j = rowsWithFeature.start(feature); j < rowsWithFeature.start(feature + 1); j++) {
          sum += values[rowsWithFeature.column(j) * stride + column] * rowsWithFeature.value(j);
        }

        // k is linear in each variance, so ∂k/∂log σ² = σ² ∂k/∂σ² is the group's part of k.
        gradientInOut[kernel.groupOfFeature[feature]] +=
            kernel.featureVariance[feature] * x.value(i) * sum;
      }
    }
  }
}
