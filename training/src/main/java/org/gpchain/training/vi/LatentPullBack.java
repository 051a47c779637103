package org.gpchain.training.vi;

/** Pulls latent gradients of sentences back to whitened inducing values, and adds them up. */
final class LatentPullBack {
  private final ParameterLayout layout;
  private final SumLayout sums;
  private final ProjectedSentences sentences;

  LatentPullBack(ParameterLayout layout, SumLayout sums, ProjectedSentences sentences) {
    this.layout = layout;
    this.sums = sums;
    this.sentences = sentences;
  }

  /**
   * Adds one label's part: {@code Wᵀ ∂/∂b} and {@code Wᵀ ∂/∂Σ W} (supplement, eq. 42–43).
   *
   * @param compact the sentence's latent gradient, see {@link CompactLayout}; not modified
   * @param sum modified
   */
  void addUnary(int label, int sentence, double[] compact, double factor, double[] sum) {
    CompactLayout at = CompactLayout.of(layout, sentences.corpus().length(sentence));
    double[] w = sentences.projected(sentence);
    for (int k = 0; k < layout.components(); k++) {
      int base = k * at.size();
      addMean(w, at, compact, base + at.mean() + label, factor, sum, sums.mean(k, label));
      int covariance = base + at.covariance(label);
      double[] product = symmetricTimes(w, at.length(), compact, covariance, factor);
      int to = sums.covariance(k, label);
      if (layout.unary() == CovarianceForm.DIAGONAL) {
        addDiagonal(w, product, at.length(), sum, to);
      } else {
        addTriangle(w, product, at.length(), sum, to);
      }
    }
  }

  private void addMean(
      double[] w,
      CompactLayout at,
      double[] compact,
      int from,
      double factor,
      double[] sum,
      int to) {
    int m = layout.inducing();
    for (int t = 0; t < at.length(); t++) {
      addScaled(w, t * m, factor * compact[from + t * at.labelCount()], sum, to, m);
    }
  }

  private static void addScaled(
      double[] x, int from, double factor, double[] out, int to, int count) {
    for (int i = 0; i < count; i++) {
      out[to + i] += factor * x[from + i];
    }
  }

  /** {@code factor · G W}, {@code [T×M]}, for the symmetric G. */
  private double[] symmetricTimes(
      double[] w, int length, double[] compact, int from, double factor) {
    int m = layout.inducing();
    double[] product = new double[w.length];
    for (int t = 0; t < length; t++) {
      for (int s = 0; s < length; s++) {
        addScaled(w, s * m, factor * compact[from + t * length + s], product, t * m, m);
      }
    }
    return product;
  }

  private void addDiagonal(double[] w, double[] product, int length, double[] sum, int to) {
    int m = layout.inducing();
    for (int t = 0; t < length; t++) {
      int row = t * m;
      for (int i = 0; i < m; i++) {
        sum[to + i] += product[row + i] * w[row + i];
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
    CompactLayout at = CompactLayout.of(layout, sentences.corpus().length(sentence));
    for (int k = 0; k < layout.components(); k++) {
      int base = k * at.size();
      sum[sums.value(k)] += factor * compact[base];
      int from = base + at.pairwise();
      int to = sums.pairwise(k);
      for (int i = 0; i < at.pairs() + at.pairwiseCovariance(); i++) {
        sum[to + i] += factor * compact[from + i];
      }
    }
  }
}
