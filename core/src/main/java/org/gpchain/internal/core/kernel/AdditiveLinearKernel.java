package org.gpchain.internal.core.kernel;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;

/**
 * {@code k(x, x') = Σ_g σ_g² x_g · x'_g}: a linear kernel for each feature group, each with its own
 * variance. Equivalent to independent weights {@code w_d ~ N(0, σ²_g(d))}.
 */
public final class AdditiveLinearKernel implements Kernel {
  private final int[] groupOfFeature;
  private final double[] groupVariance;
  private final double[] featureVariance;

  /**
   * @param groupOfFeature {@code [D]}, the group of each feature; kept
   * @param groupVariance {@code [G]}, positive; not modified
   */
  public AdditiveLinearKernel(int[] groupOfFeature, double[] groupVariance) {
    this.groupOfFeature = groupOfFeature;
    this.groupVariance = groupVariance.clone();
    for (int g = 0; g < groupVariance.length; g++) {
      Checks.positive("variance of feature group " + g, groupVariance[g]);
    }
    featureVariance = Arrays.stream(groupOfFeature).mapToDouble(g -> groupVariance[g]).toArray();
  }

  public double featureVariance(int feature) {
    return featureVariance[feature];
  }

  /** The group of each feature, {@code [D]}; shared, not to be modified. */
  public int[] groupOfFeature() {
    return groupOfFeature;
  }

  /** Prior variance σ_g² of each group, {@code [G]}; a new array. */
  public double[] groupVariance() {
    return groupVariance.clone();
  }

  /** One for each group: {@code log σ_g²}. */
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
      // A feature that is listed twice has the value 2 and counts 2² times.
      for (int j = x.start(row); j < x.start(row + 1); j++) {
        sum +=
            x.column(i) == x.column(j) ? featureVariance[x.column(i)] * x.value(i) * x.value(j) : 0;
      }
    }
    return sum;
  }

  @Override
  public CrossCovariance against(SparseRows z) {
    return new Postings(this, z.rowCount(), z.transpose());
  }

  /** Goes from the active features of x to the rows of Z that share them. */
  private record Postings(AdditiveLinearKernel kernel, int size, SparseRows rowsWithFeature)
      implements CrossCovariance {
    @Override
    public void of(SparseRows x, int row, double[] out, int column, int stride) {
      for (int m = 0; m < size; m++) {
        out[m * stride + column] = 0;
      }
      for (int i = x.start(row); i < x.start(row + 1); i++) {
        int feature = x.column(i);
        double variance = kernel.featureVariance[feature] * x.value(i);
        for (int j = rowsWithFeature.start(feature); j < rowsWithFeature.start(feature + 1); j++) {
          out[rowsWithFeature.column(j) * stride + column] += variance * rowsWithFeature.value(j);
        }
      }
    }

    @Override
    public void pullBack(
        SparseRows x, int row, double[] weights, int column, int stride, double[] gradientInOut) {
      for (int i = x.start(row); i < x.start(row + 1); i++) {
        int feature = x.column(i);
        double sum = 0;
        for (int j = rowsWithFeature.start(feature); j < rowsWithFeature.start(feature + 1); j++) {
          sum += weights[rowsWithFeature.column(j) * stride + column] * rowsWithFeature.value(j);
        }
        // k is linear in each variance, so ∂k/∂log σ² = σ² ∂k/∂σ² is the group's part of k.
        gradientInOut[kernel.groupOfFeature[feature]] +=
            kernel.featureVariance[feature] * x.value(i) * sum;
      }
    }
  }
}
