package org.gpchain.internal.core.posterior;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.FloatTable;
import org.gpchain.internal.core.math.SparseRows;

/**
 * The decoupled posterior (Cheng and Boots 2017; Salimbeni et al. 2018). The mean of the scores f
 * is given by a weight for each feature and label, independently of the covariance of f. A plug-in
 * posterior has no covariance. The posterior q(g) of the transition scores is a diagonal Gaussian.
 * Immutable; arrays are shared with the caller, not copied.
 *
 * @param labelCount number of labels V
 * @param weights mean weights, {@code [D×V]} row-major; not to be modified
 * @param pairwiseMean mean of g, {@code [V×V]}; not to be modified
 * @param pairwiseVariance variances of g, {@code [V×V]}, zero for a plug-in posterior; not to be
 *     modified
 * @param covariance covariance of f; null for a plug-in posterior
 */
public record DecoupledPosterior(
    int labelCount,
    float[] weights,
    double[] pairwiseMean,
    double[] pairwiseVariance,
    ScoreCovariance covariance)
    implements Posterior {
  /** Returns a plug-in posterior. See the constructor for the arguments. */
  public static DecoupledPosterior plugIn(int labelCount, float[] weights, double[] pairwiseMean) {
    double[] noVariance = new double[pairwiseMean.length];
    return new DecoupledPosterior(labelCount, weights, pairwiseMean, noVariance, null);
  }

  /**
   * Creates a posterior.
   *
   * @throws IllegalArgumentException if the shapes do not fit
   */
  public DecoupledPosterior {
    Checks.atLeast("labelCount", labelCount, 1);
    Checks.length("weights", weights.length % labelCount, 0, "modulo V [D×V]");
    Checks.length("pairwiseMean", pairwiseMean.length, (long) labelCount * labelCount, "[V×V]");
    Checks.length("pairwiseVariance", pairwiseVariance.length, pairwiseMean.length, "[V×V]");
    if (covariance != null) {
      Checks.length("covariance", covariance.labelCount(), labelCount, "[V]");
    }
  }

  @Override
  public int featureCount() {
    return weights.length / labelCount;
  }

  @Override
  public float[] featureWeights() {
    return weights;
  }

  @Override
  public boolean hasCovariance() {
    return covariance != null;
  }

  @Override
  public void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    int v = labelCount;
    Arrays.fill(unaryOut, 0, length * v, 0);
    for (int t = 0; t < length; t++) {
      addSelected(x, from + t, unaryOut, t * v);
    }
    if (x.dense() != null) {
      addDense(x, from, length, unaryOut);
    }
  }

  /** Adds the weights of the dense columns, which are computed in single precision. */
  private void addDense(SparseRows x, int from, int length, double[] out) {
    float[] scores = new float[length * labelCount];
    FloatTable denseWeights = new FloatTable(weights, x.sparseCount() * labelCount, labelCount);
    x.dense().addProducts(from, length, denseWeights, FloatTable.of(scores, labelCount));
    for (int i = 0; i < scores.length; i++) {
      out[i] += scores[i];
    }
  }

  /**
   * Adds the weights of the features of a row. Four features are added at a time, so that the sums
   * are loaded and stored less often, and four cache misses overlap.
   */
  private void addSelected(SparseRows x, int row, double[] out, int outStart) {
    int v = labelCount;
    int i = x.start(row);
    int end = x.start(row + 1);

    for (; i + 3 < end; i += 4) {
      int a = x.column(i) * v;
      int b = x.column(i + 1) * v;
      int c = x.column(i + 2) * v;
      int d = x.column(i + 3) * v;
      double ofA = x.value(i);
      double ofB = x.value(i + 1);
      double ofC = x.value(i + 2);
      double ofD = x.value(i + 3);
      for (int k = 0; k < v; k++) {
        double first = ofA * weights[a + k] + ofB * weights[b + k];
        double second = ofC * weights[c + k] + ofD * weights[d + k];
        out[outStart + k] += first + second;
      }
    }

    for (; i < end; i++) {
      int a = x.column(i) * v;
      double ofA = x.value(i);
      for (int k = 0; k < v; k++) {
        out[outStart + k] += ofA * weights[a + k];
      }
    }
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    if (covariance == null) {
      throw Posterior.meanOnly();
    }

    double[] mean = new double[length * labelCount];
    unaryMean(x, from, length, mean);
    LatentGaussian.Sampler deviations =
        covariance.deviations(x, from, length, withResidual, pairwiseVariance);
    return new LatentGaussian(mean, pairwiseMean, deviations);
  }
}
