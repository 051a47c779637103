package org.gpchain.internal.training.data;

import java.util.Arrays;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.IdenticalColumns;

/**
 * A training corpus in which features that have the same value on every token are merged, so that
 * the optimizer has fewer parameters.
 *
 * <p>The likelihood depends on merged features d only through the sum of their weights, {@code w =
 * Σ w_d}, which has the prior variance {@code s² = Σ s_d²}. Given w, the most probable weights are
 * {@code w_d = (s_d² / s²) w}. The optimum is therefore exactly that of the unmerged problem.
 */
public final class MergedFeatures {
  private final AdditiveLinearKernel kernel;
  private final IdenticalColumns classes;
  private final LabeledRows corpus;
  private final double[] scale;
  private final int featureCount;

  /**
   * Merges the identical features of a corpus.
   *
   * @param original corpus with D features
   * @param kernel prior variances s_d² of the D features
   */
  public MergedFeatures(LabeledRows original, AdditiveLinearKernel kernel) {
    this.kernel = kernel;
    this.featureCount = original.rows().columnCount();
    this.classes = IdenticalColumns.of(original.rows());
    this.corpus = original.withRows(classes.merge(original.rows()));

    this.scale = new double[classes.classCount()];
    for (int d = 0; d < featureCount; d++) {
      scale[classes.classOf()[d]] += kernel.featureVariance(d);
    }
    for (int c = 0; c < scale.length; c++) {
      scale[c] = Math.sqrt(scale[c]);
    }
  }

  /** Returns the corpus with merged features. */
  public LabeledRows corpus() {
    return corpus;
  }

  /** Returns the prior standard deviation s of each merged feature; shared, not to be modified. */
  public double[] scale() {
    return scale;
  }

  /**
   * Returns the weights of the merged features, which are the sums of the weights of the original
   * features. Features that no token has get the weight 0, their prior mean.
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
   * Returns the weights of the original features.
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
