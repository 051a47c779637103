package org.gpchain.internal.gp.posterior;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.SharedStateContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.ScoreCovariance;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;

/**
 * The covariance of a decoupled posterior, given by the covariance of the values of M inducing
 * points. For label v it is {@code Cov f_v(x, x') = w(x)ᵀ S_v w(x') + K̃(x, x')}, where w is the
 * whitened projection of {@link InducingProjection}. S_v is represented by the Cholesky factor R_v
 * of its inverse, {@code S_v⁻¹ = R_v R_vᵀ}, because learning computes the inverse in closed form.
 * Immutable.
 *
 * @param projection projection onto the inducing points
 * @param precision factor R_v of each label, {@code [M×M]} each
 */
public record InducingCovariance(InducingProjection projection, List<Cholesky> precision)
    implements ScoreCovariance {
  /**
   * Variance that is added to the diagonal of K̃, as a share of its mean. It keeps K̃ positive
   * definite if tokens are equal.
   */
  private static final double RESIDUAL_JITTER = 1e-8;

  /**
   * Creates a covariance.
   *
   * @throws IllegalArgumentException if the shapes do not fit
   */
  public InducingCovariance {
    precision = List.copyOf(precision);
    for (Cholesky factor : precision) {
      Checks.length("precision factor", factor.size(), projection.size(), "[M]");
    }
  }

  @Override
  public int labelCount() {
    return precision.size();
  }

  /** Returns the factor R_v of a label, {@code [M×M]}. */
  public Cholesky precision(int label) {
    return precision.get(label);
  }

  @Override
  public LatentGaussian.Sampler deviations(
      SparseRows x, int from, int length, boolean withResidual, double[] pairwiseVariance) {
    double[] projected = new double[projection.size() * length];
    projection.project(x, from, length, projected);
    Cholesky residual = null;
    if (withResidual) {
      residual = residualFactor(projection.residual(x, from, length, projected), length);
    }
    return sampler(projected, residual, length, pairwiseVariance);
  }

  /** Returns the factor of the covariance of the residuals; null if all residuals are zero. */
  private static Cholesky residualFactor(double[] covariance, int length) {
    if (Arrays.stream(covariance).allMatch(value -> value == 0)) {
      return null;
    }
    return Cholesky.of("residual covariance", covariance, length, RESIDUAL_JITTER);
  }

  private LatentGaussian.Sampler sampler(
      double[] projected, Cholesky residual, int length, double[] pairwiseVariance) {
    return (seed, count) -> {
      UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
      SharedStateContinuousSampler normal = ZigguratSampler.NormalizedGaussian.of(rng);
      float[][] unary = drawUnary(normal, count, length, projected, residual);
      float[][] pairwise = drawPairwise(normal, count, pairwiseVariance);
      return new LatentSamples(unary, pairwise);
    };
  }

  /** Draws deviations of g, {@code [count][V×V]}. */
  private static float[][] drawPairwise(
      SharedStateContinuousSampler normal, int count, double[] variance) {
    float[][] pairwise = new float[count][variance.length];
    for (float[] sample : pairwise) {
      for (int i = 0; i < sample.length; i++) {
        sample[i] = (float) (Math.sqrt(variance[i]) * normal.sample());
      }
    }
    return pairwise;
  }

  /**
   * Draws deviations of f, {@code [count][T×V]}.
   *
   * @param projected projections of the tokens, {@code [M×T]} row-major; not modified
   * @param residual factor of the covariance of the residuals; null if they are zero
   */
  private float[][] drawUnary(
      SharedStateContinuousSampler normal,
      int count,
      int length,
      double[] projected,
      Cholesky residual) {
    int labels = precision.size();
    float[][] unary = new float[count][length * labels];
    double[] inducing = new double[projection.size() * count];
    double[] noise = new double[residual == null ? 0 : length * count];
    double[] values = new double[length * count];

    for (int v = 0; v < labels; v++) {
      Arrays.setAll(inducing, i -> normal.sample());
      // R⁻ᵀ ε has the covariance R⁻ᵀ R⁻¹ = S.
      precision.get(v).solveUpper(inducing, count);

      Arrays.fill(values, 0);
      for (int m = 0; m < projection.size(); m++) {
        for (int t = 0; t < length; t++) {
          ScaledSums.add(projected[m * length + t], inducing, m * count, count, values, t * count);
        }
      }

      Arrays.setAll(noise, i -> normal.sample());
      for (int t = 0; residual != null && t < length; t++) {
        for (int s = 0; s <= t; s++) {
          double factor = residual.lower()[t * length + s];
          ScaledSums.add(factor, noise, s * count, count, values, t * count);
        }
      }

      for (int s = 0; s < count; s++) {
        for (int t = 0; t < length; t++) {
          unary[s][t * labels + v] = (float) values[t * count + s];
        }
      }
    }
    return unary;
  }

  /**
   * Returns the part of the divergence from the prior that depends on the covariance, in whitened
   * coordinates: {@code KL(q(v) ‖ N(0, I)) = ½ Σ_v [tr S_v − log |S_v| − M]}.
   */
  public double divergence() {
    int m = projection.size();
    double sum = 0;
    for (Cholesky factor : precision) {
      double[] inverse = new double[m * m];
      for (int i = 0; i < m; i++) {
        inverse[i * m + i] = 1;
      }
      factor.solveLower(inverse, m);

      double trace = 0;
      for (double entry : inverse) {
        trace += entry * entry;
      }
      sum += 0.5 * (trace + factor.logDeterminant() - m);
    }
    return sum;
  }
}
