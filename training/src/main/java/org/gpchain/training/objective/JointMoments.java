package org.gpchain.training.objective;

import java.util.Arrays;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;

/**
 * Averages of {@code ∇} and of {@code ∇ εᵀ} over samples, and the joint gradient they make: the
 * derivative of the average itself, so that value and gradient fit each other for fixed noise.
 */
final class JointMoments {
  private final JointGaussian q;
  private final JointGradient out;
  private final boolean covariance;

  /** Clears the gradient, which is filled by {@link #finish}. */
  JointMoments(JointGaussian q, JointGradient out) {
    this.q = q;
    this.out = out;
    this.covariance = out.wantsCovariance();
    Arrays.fill(out.unary(), 0, q.unaryMean().length, 0);
    Arrays.fill(out.pairwise(), 0);
    if (covariance) {
      for (double[] matrix : out.unaryCovariance()) {
        Arrays.fill(matrix, 0);
      }
      Arrays.fill(out.pairwiseCovariance(), 0);
    }
  }

  /**
   * Takes in one sample.
   *
   * @param noise ε: {@code [V×T]}, then {@code [V²]}; not modified
   * @param unary gradient with respect to f, {@code [T×V]}; not modified
   * @param pairwise gradient with respect to g; not modified
   */
  void add(double[] noise, double[] unary, double[] pairwise) {
    int length = q.length();
    int v = q.labelCount();
    int count = q.unaryMean().length;
    for (int i = 0; i < count; i++) {
      out.unary()[i] += unary[i];
    }
    for (int i = 0; i < pairwise.length; i++) {
      out.pairwise()[i] += pairwise[i];
    }
    if (!covariance) {
      return;
    }
    for (int label = 0; label < v; label++) {
      double[] matrix = out.unaryCovariance()[label];
      for (int t = 0; t < length; t++) {
        double factor = unary[t * v + label];
        for (int s = 0; s <= t; s++) {
          matrix[t * length + s] += factor * noise[label * length + s];
        }
      }
    }
    addPairwise(noise, count, pairwise);
  }

  private void addPairwise(double[] noise, int base, double[] pairwise) {
    double[] matrix = out.pairwiseCovariance();
    int pairs = pairwise.length;
    for (int i = 0; i < pairs; i++) {
      if (q.pairwiseFactor() == null) {
        matrix[i] += noise[base + i] * pairwise[i];
      } else {
        for (int j = 0; j <= i; j++) {
          matrix[i * pairs + j] += pairwise[i] * noise[base + j];
        }
      }
    }
  }

  /** Turns the sums over that many samples into the gradient. */
  void finish(int samples) {
    double share = 1.0 / samples;
    scale(out.unary(), q.unaryMean().length, share);
    scale(out.pairwise(), out.pairwise().length, share);
    if (!covariance) {
      return;
    }
    for (int label = 0; label < q.labelCount(); label++) {
      solve(q.unaryFactor().get(label), out.unaryCovariance()[label], share);
    }
    if (q.pairwiseFactor() != null) {
      solve(q.pairwiseFactor(), out.pairwiseCovariance(), share);
      return;
    }
    for (int i = 0; i < out.pairwise().length; i++) {
      double deviation = q.pairwiseDeviation()[i];
      out.pairwiseCovariance()[i] *= deviation > 0 ? 0.5 * share / deviation : 0;
    }
  }

  private static void scale(double[] inOut, int count, double factor) {
    for (int i = 0; i < count; i++) {
      inOut[i] *= factor;
    }
  }

  /** From the sum of derivatives with respect to the factor to the mean for the covariance. */
  private static void solve(Cholesky factor, double[] matrix, double share) {
    double[] pulledBack = factor.pullBack(matrix);
    for (int i = 0; i < pulledBack.length; i++) {
      matrix[i] = share * pulledBack[i];
    }
  }
}
