package org.gpchain.training.learn;

import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.core.math.IdenticalColumns;
import org.gpchain.training.vi.LabeledRows;

/**
 * The features that the optimiser works on: those that are active on exactly the same tokens are
 * one. With {@code w_d = s_d w̃_d}, the sum {@code Σ s_d w̃_d} over a class has the prior variance
 * {@code s² = Σ s_d²}, and is all that the likelihood sees; given its value {@code s w̃} the most
 * probable weights are {@code w_d = (s_d² / s) w̃}. So the optimum is exactly that of the unmerged
 * problem.
 */
final class WhitenedFeatures {
  private final AdditiveLinearKernel kernel;
  private final IdenticalColumns classes;
  private final LabeledRows merged;
  private final double[] scale;

  WhitenedFeatures(LabeledRows corpus, AdditiveLinearKernel kernel) {
    this.kernel = kernel;
    this.classes = IdenticalColumns.of(corpus.rows());
    this.merged = corpus.withRows(classes.merge(corpus.rows()));
    this.scale = new double[classes.classCount()];
    for (int d = 0; d < corpus.rows().columnCount(); d++) {
      scale[classes.classOf(d)] += kernel.featureVariance(d);
    }
    for (int c = 0; c < scale.length; c++) {
      scale[c] = Math.sqrt(scale[c]);
    }
  }

  /** The corpus with merged feature rows. */
  LabeledRows corpus() {
    return merged;
  }

  /** The prior standard deviation s of each merged feature. */
  double[] scale() {
    return scale;
  }

  /**
   * The weights of the original features.
   *
   * @param whitened begins with {@code [classes×V]}; not modified
   * @param featureCount number of original features D
   * @return {@code [D×V]}
   */
  float[] weights(double[] whitened, int featureCount) {
    int v = merged.labelCount();
    float[] weights = new float[Math.multiplyExact(featureCount, v)];
    for (int d = 0; d < featureCount; d++) {
      int c = classes.classOf(d);
      double factor = kernel.featureVariance(d) / scale[c];
      for (int a = 0; a < v; a++) {
        weights[d * v + a] = (float) (factor * whitened[c * v + a]);
      }
    }
    return weights;
  }
}
