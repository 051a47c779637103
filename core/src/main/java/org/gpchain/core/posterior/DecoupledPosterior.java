package org.gpchain.core.posterior;

import java.util.Arrays;
import java.util.Optional;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.SparseRows;

/**
 * The decoupled posterior (Cheng and Boots 2017; Salimbeni et al. 2018): the mean of f is a weight
 * for each feature and label, the covariance lives in inducing points or, for the plug-in
 * posterior, is absent; q(g) is a diagonal Gaussian. Immutable; arrays are shared with the caller,
 * not copied.
 *
 * @param weights mean weights, {@code [D×V]} row-major; not to be modified
 * @param pairwiseMean {@code [V×V]}; not to be modified
 * @param pairwiseVariance {@code [V×V]}, zero for a plug-in posterior; not to be modified
 * @param inducing the covariance; null for a plug-in posterior
 * @param kept the precision of the means; null if it is not kept
 */
public record DecoupledPosterior(
    int labelCount,
    float[] weights,
    double[] pairwiseMean,
    double[] pairwiseVariance,
    InducingCovariance inducing,
    WeightPrecision kept)
    implements Posterior {
  /** A mean alone; arguments as those of the constructor. */
  public static DecoupledPosterior plugIn(int labelCount, float[] weights, double[] pairwiseMean) {
    double[] none = new double[pairwiseMean.length];
    return new DecoupledPosterior(labelCount, weights, pairwiseMean, none, null);
  }

  /** A posterior that does not know how precise its means are. */
  public DecoupledPosterior(
      int labelCount,
      float[] weights,
      double[] pairwiseMean,
      double[] pairwiseVariance,
      InducingCovariance covariance) {
    this(labelCount, weights, pairwiseMean, pairwiseVariance, covariance, null);
  }

  public DecoupledPosterior {
    Checks.atLeast("labelCount", labelCount, 1);
    Checks.length("weights", weights.length % labelCount, 0, "modulo V [D×V]");
    Checks.length("pairwiseMean", pairwiseMean.length, (long) labelCount * labelCount, "[V×V]");
    Checks.length("pairwiseVariance", pairwiseVariance.length, pairwiseMean.length, "[V×V]");
    if (inducing != null) {
      Checks.length("covariance", inducing.labelCount(), labelCount, "[V]");
    }
    if (kept != null) {
      Checks.length("precisions", kept.weights().length, weights.length, "[D×V]");
      Checks.length("precisions", kept.transitions().length, pairwiseMean.length, "[V×V]");
    }
  }

  @Override
  public int featureCount() {
    return weights.length / labelCount;
  }

  public Optional<InducingCovariance> covariance() {
    return Optional.ofNullable(inducing);
  }

  /** This posterior with another precision of its means; null for none. */
  public DecoupledPosterior with(WeightPrecision other) {
    return new DecoupledPosterior(
        labelCount, weights, pairwiseMean, pairwiseVariance, inducing, other);
  }

  /** The precision of the means; empty if it is not kept. */
  public Optional<WeightPrecision> precision() {
    return Optional.ofNullable(kept);
  }

  @Override
  public float[] featureWeights() {
    return weights;
  }

  @Override
  public boolean hasCovariance() {
    return inducing != null;
  }

  @Override
  public void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    int v = labelCount;
    Arrays.fill(unaryOut, 0, length * v, 0);
    for (int t = 0; t < length; t++) {
      addSelected(x, from + t, unaryOut, t * v);
    }
  }

  /**
   * Adds the weights of a row's features, four at a time: the sum is loaded and stored once for
   * four rows of weights, and four cache misses are under way at once.
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
    if (inducing == null) {
      throw Posterior.meanOnly();
    }
    double[] mean = new double[length * labelCount];
    unaryMean(x, from, length, mean);
    return new LatentGaussian(
        mean, pairwiseMean, inducing.deviations(x, from, length, withResidual, pairwiseVariance));
  }

  /**
   * The precision with which a posterior knows its means: the diagonal of its precision, which is
   * that of the prior and the curvature of the log-likelihood at the means (Laplace's
   * approximation). A model that has it can go on learning where it stopped. Arrays are kept, not
   * copied.
   *
   * @param weights of each weight, {@code [D×V]} row-major, not negative
   * @param transitions of each transition score, {@code [V×V]}, not negative
   */
  public record WeightPrecision(float[] weights, double[] transitions) {
    public WeightPrecision {
      for (float one : weights) {
        Checks.notNegative("precision", one);
      }
      for (double one : transitions) {
        Checks.notNegative("precision", one);
      }
    }
  }
}
