package org.gpchain.internal.training.data;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.IdenticalColumns;

/**
 * The features that the optimiser works on: those that are active on exactly the same tokens, with
 * the same values, are one. The likelihood sees no more of them than the sum of their weights,
 * {@code w = Σ w_d}, which has the prior variance {@code s² = Σ s_d²}; given w the most probable
 * weights are {@code w_d = (s_d² / s²) w}. So the optimum is exactly that of the unmerged problem.
 */
public final class MergedFeatures {
  private final AdditiveLinearKernel kernel;
  private final IdenticalColumns classes;
  private final LabeledRows corpus;
  private final double[] scale;
  private final int featureCount;

  public MergedFeatures(LabeledRows original, AdditiveLinearKernel kernel) {
    this.kernel = kernel;
    this.featureCount = original.rows().columnCount();
    this.classes = IdenticalColumns.of(original.rows());
    this.corpus = original.withRows(classes.merge(original.rows()));
    this.scale = new double[classes.classCount()];
    for (int d = 0; d < featureCount; d++) {
      scale[classes.classOf()[d]] += kernel.featureVariance(d);
    }
    Arrays.setAll(scale, c -> Math.sqrt(scale[c]));
  }

  public LabeledRows corpus() {
    return corpus;
  }

  /** The prior standard deviation s of each merged feature. */
  public double[] scale() {
    return scale;
  }

  /**
   * The weights of the merged features: the sums of their members'. What no token has gets the
   * weight 0, its prior mean.
   *
   * @param original weights of the original features, {@code [D×V]}; not modified
   * @return {@code [classes×V]}; a new array
   */
  public double[] merge(double[] original) {
    int v = corpus.labelCount();
    double[] sums = new double[scale.length * v];
    for (int i = 0; i < original.length; i++) {
      sums[classes.classOf()[i / v] * v + i % v] += original[i];
    }
    int end = 0;
    for (int used : corpus.rows().usedColumns()) {
      Arrays.fill(sums, end, used * v, 0);
      end = (used + 1) * v;
    }
    Arrays.fill(sums, end, sums.length, 0);
    return sums;
  }

  /**
   * The weights of the original features.
   *
   * @param merged weights of the merged features, {@code [classes×V]}; not modified
   * @return {@code [D×V]}
   */
  public float[] expand(double[] merged) {
    int v = corpus.labelCount();
    float[] weights = new float[Math.multiplyExact(featureCount, v)];
    for (int d = 0; d < featureCount; d++) {
      int c = classes.classOf()[d];
      double share = kernel.featureVariance(d) / (scale[c] * scale[c]);
      for (int a = 0; a < v; a++) {
        weights[d * v + a] = (float) (share * merged[c * v + a]);
      }
    }
    return weights;
  }
}
