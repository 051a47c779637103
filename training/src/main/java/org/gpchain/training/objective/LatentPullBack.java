package org.gpchain.training.objective;

import java.util.Arrays;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;

/** Pulls latent gradients of sentences back to whitened inducing values, and adds them up. */
final class LatentPullBack {
  private final ParameterLayout layout;
  private final GradientLayout sums;
  private final ProjectedSentences sentences;

  LatentPullBack(ParameterLayout layout, ProjectedSentences sentences) {
    this.layout = layout;
    this.sums = GradientLayout.sum(layout);
    this.sentences = sentences;
  }

  /**
   * Adds one label's part: {@code Wᵀ ∂/∂b} and {@code Wᵀ ∂/∂Σ W} (supplement, eq. 42–43).
   *
   * @param compact the sentence's latent gradient, see {@link GradientLayout}; not modified
   * @param sum modified
   */
  void addUnary(int label, int sentence, double[] compact, double factor, double[] sum) {
    GradientLayout at = GradientLayout.compact(layout, sentences.corpus().length(sentence));
    double[] w = sentences.projected()[sentence];
    int m = layout.inducing();
    for (int k = 0; k < layout.components(); k++) {
      addMean(w, at, compact, at.mean(k) + label, factor, sum, sums.mean(k) + label * m);
      int covariance = at.covariance(k, label);
      int to = sums.covariance(k, label);
      if (layout.unary() == CovarianceForm.DIAGONAL) {
        addDiagonal(w, at.rows(), compact, covariance, factor, sum, to);
      } else {
        double[] product = new double[w.length];
        for (int t = 0; t < at.rows(); t++) {
          addRows(w, at.rows(), compact, covariance + t * at.rows(), factor, product, t * m);
        }
        addTriangle(w, product, at.rows(), sum, to);
      }
    }
  }

  private void addMean(
      double[] w,
      GradientLayout at,
      double[] compact,
      int from,
      double factor,
      double[] sum,
      int to) {
    int m = layout.inducing();
    for (int t = 0; t < at.rows(); t++) {
      addScaled(w, t * m, factor * compact[from + t * at.labelCount()], sum, to, m);
    }
  }

  private static void addScaled(
      double[] x, int from, double factor, double[] out, int to, int count) {
    for (int i = 0; i < count; i++) {
      out[to + i] += factor * x[from + i];
    }
  }

  /** Adds {@code factor · Σ_s weights_s w_s} over the first rows of W, {@code [count×M]}. */
  private void addRows(
      double[] w, int count, double[] weights, int from, double factor, double[] out, int to) {
    int m = layout.inducing();
    int s = 0;
    // Four at a time: the sum is loaded and stored once for four rows.
    for (; s + 3 < count; s += 4) {
      double a = factor * weights[from + s];
      double b = factor * weights[from + s + 1];
      double c = factor * weights[from + s + 2];
      double d = factor * weights[from + s + 3];
      int row = s * m;
      for (int i = 0; i < m; i++) {
        out[to + i] +=
            (a * w[row + i] + b * w[row + m + i])
                + (c * w[row + 2 * m + i] + d * w[row + 3 * m + i]);
      }
    }
    for (; s < count; s++) {
      addScaled(w, s * m, factor * weights[from + s], out, to, m);
    }
  }

  /** The diagonal of {@code Wᵀ G W}, with the pairs above G's diagonal counted below it. */
  private void addDiagonal(
      double[] w, int length, double[] compact, int from, double factor, double[] sum, int to) {
    int m = layout.inducing();
    double[] product = new double[m];
    for (int t = 0; t < length; t++) {
      Arrays.fill(product, 0);
      addRows(w, t, compact, from + t * length, 2 * factor, product, 0);
      addScaled(w, t * m, factor * compact[from + t * length + t], product, 0, m);
      for (int i = 0; i < m; i++) {
        sum[to + i] += product[i] * w[t * m + i];
      }
    }
  }

  private void addTriangle(double[] w, double[] product, int length, double[] sum, int to) {
    int m = layout.inducing();
    for (int t = 0; t < length; t++) {
      for (int i = 0; i < m; i++) {
        addScaled(w, t * m, product[t * m + i], sum, to + i * m, i + 1);
      }
    }
  }

  /** Adds the expected log-likelihoods and what belongs to the transition scores. */
  void addRest(int sentence, double[] compact, double factor, double[] sum) {
    GradientLayout at = GradientLayout.compact(layout, sentences.corpus().length(sentence));
    for (int k = 0; k < layout.components(); k++) {
      sum[sums.value(k)] += factor * compact[at.value(k)];
      int from = at.pairwise(k);
      int to = sums.pairwise(k);
      for (int i = 0; i < at.pairs() + at.pairwiseCovariance(); i++) {
        sum[to + i] += factor * compact[from + i];
      }
    }
  }
}
