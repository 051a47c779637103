package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;

/**
 * Computes the covariances that maximize the evidence lower bound for given expected curvatures:
 * {@code S_v⁻¹ = I + Σ_t E[p_tv(1−p_tv)] w_t w_tᵀ} in whitened inducing space, and {@code s_ab = 1
 * / (1/σ_b² + c_ab)} for the transitions. Setting the gradient of the bound with respect to S_v to
 * zero gives this fixed-point equation. Applying it once is a natural-gradient step of length one.
 *
 * @param corpus the sentences, with the feature rows for which the projection was made
 * @param projection projection onto the inducing points
 * @param parallel threads for tokens and labels
 */
public record CovarianceStep(LabeledRows corpus, InducingProjection projection, Parallel parallel) {
  /** Minimum curvature of a token that counts; smaller ones change S_v less than rounding does. */
  private static final double MIN_CURVATURE = 1e-6;

  /** Number of tokens that are projected at a time. */
  private static final int TOKENS_PER_BLOCK = 64;

  /**
   * Returns the covariance of f.
   *
   * @param curvature expected curvatures, {@code [tokens×V]}; not modified
   */
  public InducingCovariance unary(double[] curvature) {
    int m = projection.size();
    int v = corpus.labelCount();
    float[] projected = projectAll();
    Cholesky[] factors = new Cholesky[v];
    parallel.each(
        v,
        label -> {
          double[] precision = precision(projected, curvature, label);
          factors[label] = Cholesky.of("precision of label " + label, precision, m, 0);
        });
    return new InducingCovariance(projection, Arrays.asList(factors));
  }

  /** Returns the coordinates w of all tokens, {@code [tokens×M]}. */
  private float[] projectAll() {
    float[] projected = new float[Math.multiplyExact(corpus.tokenCount(), projection.size())];
    parallel.loop(
        corpus.tokenCount(), TOKENS_PER_BLOCK, (worker, from, to) -> project(from, to, projected));
    return projected;
  }

  private void project(int from, int to, float[] out) {
    int m = projection.size();
    int count = to - from;
    double[] block = new double[m * count];
    projection.project(corpus.rows(), from, count, block);
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < m; i++) {
        out[(from + j) * m + i] = (float) block[i * count + j];
      }
    }
  }

  /** Returns {@code I + Σ_t c_t w_t w_tᵀ} of a label, {@code [M×M]}. */
  private double[] precision(float[] projected, double[] curvature, int label) {
    int m = projection.size();
    int v = corpus.labelCount();
    double[] precision = new double[m * m];
    double[] row = new double[m];
    for (int t = 0; t < corpus.tokenCount(); t++) {
      double weight = curvature[t * v + label];
      if (weight > MIN_CURVATURE) {
        for (int i = 0; i < m; i++) {
          row[i] = projected[t * m + i];
        }
        addOuterProduct(precision, row, weight, m);
      }
    }

    for (int i = 0; i < m; i++) {
      precision[i * m + i] += 1;
      for (int j = 0; j < i; j++) {
        precision[j * m + i] = precision[i * m + j];
      }
    }
    return precision;
  }

  /** Adds a weighted outer product to the lower triangle of a matrix. */
  private static void addOuterProduct(double[] matrix, double[] row, double weight, int m) {
    for (int i = 0; i < m; i++) {
      double factor = weight * row[i];
      if (factor != 0) {
        ScaledSums.add(factor, row, 0, i + 1, matrix, i * m);
      }
    }
  }

  /**
   * Returns the variances of g.
   *
   * @param curvature expected curvatures, {@code [V×V]}; not modified
   * @param prior prior variance σ_b²; 0 for a model without transitions
   */
  public static double[] pairwise(double[] curvature, double prior) {
    double[] variance = new double[curvature.length];
    if (prior > 0) {
      Arrays.setAll(variance, i -> 1 / (1 / prior + curvature[i]));
    }
    return variance;
  }

  /**
   * Returns {@code KL(q(g) ‖ p(g))} without the contribution of the means, {@code ½ Σ [s/σ_b² −
   * log(s/σ_b²) − 1]}.
   *
   * @param variance variances of g, {@code [V×V]}; not modified
   * @param prior prior variance σ_b²; 0 for a model without transitions
   */
  public static double pairwiseDivergence(double[] variance, double prior) {
    if (prior == 0) {
      return 0;
    }
    double sum = 0;
    for (double s : variance) {
      sum += 0.5 * (s / prior - Math.log(s / prior) - 1);
    }
    return sum;
  }
}
