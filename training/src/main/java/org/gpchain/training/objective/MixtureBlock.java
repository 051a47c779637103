package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.Cholesky;
import org.gpchain.core.math.ScaledSums;
import org.gpchain.core.posterior.GaussianComponent;

/**
 * The share of one label's block of coordinates in {@link MixtureDivergence}; the form of the
 * covariances is known here and nowhere else. Components are numbered as in the mixture.
 */
sealed interface MixtureBlock {

  /** {@code ½ (mᵀm + tr S)} of a component. */
  double halfSquare(int k);

  /** {@code log |S|} of a component. */
  double logDeterminant(int k);

  /**
   * {@code log N(m_k; m_ℓ, S_k + S_ℓ) + M/2 log 2π} of two components.
   *
   * @param k the first, less than {@code l}
   */
  double logOverlap(int k, int l);

  /**
   * Writes this block of the gradient. With {@code A_kℓ = (S_k + S_ℓ)⁻¹} and {@code u_kℓ = A_kℓ
   * (m_k − m_ℓ)} it is {@code ∂/∂m_k = π_k m_k − Σ_ℓ w_kℓ u_kℓ} and {@code ∂/∂S_k = ½ [π_k I − Σ_ℓ
   * w_kℓ (A_kℓ − u_kℓ u_kℓᵀ)]}, the latter pulled back to the deviations' logarithms or to the
   * factor. The pair of a component with itself adds {@code −½ w_kk} to the derivative with respect
   * to the logarithm of each deviation, or of each diagonal entry of the factor, for {@code 2 · ½
   * (2S)⁻¹ · C = ½ C⁻ᵀ}.
   *
   * @param weights π, {@code [K]}; not modified
   * @param pairWeights w, {@code [K×K]}, symmetric; not modified
   * @param out one for each component; this block of each is overwritten
   */
  void gradient(double[] weights, double[] pairWeights, List<GaussianComponent> out);

  /**
   * One label of a mixture with independent coordinates. Costs O(M) for each pair of components.
   */
  final class Diagonal implements MixtureBlock {
    private final List<GaussianComponent> components;
    private final int from;
    private final int to;

    Diagonal(List<GaussianComponent> components, int label, int size) {
      this.components = components;
      this.from = label * size;
      this.to = from + size;
    }

    private double mean(int k, int i) {
      return components.get(k).mean()[i];
    }

    private double variance(int k, int i) {
      double deviation = components.get(k).deviation()[i];
      return deviation * deviation;
    }

    @Override
    public double halfSquare(int k) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += mean(k, i) * mean(k, i) + variance(k, i);
      }
      return 0.5 * sum;
    }

    @Override
    public double logDeterminant(int k) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += 2 * Math.log(components.get(k).deviation()[i]);
      }
      return sum;
    }

    @Override
    public double logOverlap(int k, int l) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        double variance = variance(k, i) + variance(l, i);
        double difference = mean(k, i) - mean(l, i);
        sum += Math.log(variance) + difference * difference / variance;
      }
      return -0.5 * sum;
    }

    @Override
    public void gradient(double[] weights, double[] pairWeights, List<GaussianComponent> out) {
      int count = components.size();
      for (int k = 0; k < count; k++) {
        double[] mean = out.get(k).mean();
        double[] logDeviation = out.get(k).deviation();
        for (int i = from; i < to; i++) {
          mean[i] = weights[k] * mean(k, i);
          logDeviation[i] = weights[k] * variance(k, i) - 0.5 * pairWeights[k * count + k];
        }
        for (int l = 0; l < count; l++) {
          double weight = pairWeights[k * count + l];
          if (l != k && weight > 0) {
            addPair(k, l, weight, mean, logDeviation);
          }
        }
      }
    }

    private void addPair(int k, int l, double weight, double[] mean, double[] logDeviation) {
      for (int i = from; i < to; i++) {
        double precision = 1 / (variance(k, i) + variance(l, i));
        double u = precision * (mean(k, i) - mean(l, i));
        mean[i] -= weight * u;
        logDeviation[i] -= weight * variance(k, i) * (precision - u * u);
      }
    }
  }

  /**
   * One label of a mixture with full covariances. One component alone costs O(M²); a pair costs a
   * Cholesky factor of {@code S_k + S_ℓ}, which is kept for the gradient, and, where the two
   * overlap at all, its inverse.
   */
  final class Full implements MixtureBlock {
    private final List<GaussianComponent> components;
    private final int label;
    private final int size;
    private final Cholesky[] sums;

    Full(List<GaussianComponent> components, int label, int size) {
      this.components = components;
      this.label = label;
      this.size = size;
      this.sums = new Cholesky[components.size() * components.size()];
    }

    private double[] factor(int k) {
      return components.get(k).factor()[label];
    }

    private double[] difference(int k, int l) {
      double[] difference = new double[size];
      for (int i = 0; i < size; i++) {
        int at = label * size + i;
        difference[i] = components.get(k).mean()[at] - components.get(l).mean()[at];
      }
      return difference;
    }

    @Override
    public double halfSquare(int k) {
      double[] mean = components.get(k).mean();
      double[] c = factor(k);
      double sum = 0;
      for (int i = 0; i < size; i++) {
        sum +=
            mean[label * size + i] * mean[label * size + i]
                + ScaledSums.product(c, i * size, c, i * size, i + 1);
      }
      return 0.5 * sum;
    }

    @Override
    public double logDeterminant(int k) {
      return Cholesky.ofFactor(factor(k), size).logDeterminant();
    }

    @Override
    public double logOverlap(int k, int l) {
      String name = "covariance of components " + k + " and " + l + " for label " + label;
      Cholesky sum = Cholesky.of(name, sum(factor(k), factor(l)), size, 0);
      sums[k * components.size() + l] = sum;
      double[] scaled = difference(k, l);
      sum.solveLower(scaled, 1);
      return -0.5 * (sum.logDeterminant() + ScaledSums.product(scaled, 0, scaled, 0, size));
    }

    /** {@code a aᵀ + b bᵀ} of two lower triangular factors. */
    private double[] sum(double[] a, double[] b) {
      double[] sum = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
          double entry =
              ScaledSums.product(a, i * size, a, j * size, j + 1)
                  + ScaledSums.product(b, i * size, b, j * size, j + 1);
          sum[i * size + j] = entry;
          sum[j * size + i] = entry;
        }
      }
      return sum;
    }

    @Override
    public void gradient(double[] weights, double[] pairWeights, List<GaussianComponent> out) {
      int count = components.size();
      double[][] attraction = new double[count][];
      for (int k = 0; k < count; k++) {
        for (int i = label * size; i < (label + 1) * size; i++) {
          out.get(k).mean()[i] = weights[k] * components.get(k).mean()[i];
        }
      }
      for (int k = 0; k < count; k++) {
        for (int l = k + 1; l < count; l++) {
          double weight = pairWeights[k * count + l];
          if (weight > 0) {
            addPair(k, l, weight, out, attraction);
          }
        }
      }
      for (int k = 0; k < count; k++) {
        double own = 0.5 * pairWeights[k * count + k];
        pullBack(factor(k), weights[k], own, attraction[k], out.get(k).factor()[label]);
      }
    }

    /** Adds {@code w (A − u uᵀ)} to both components' matrices, and takes w u from their means. */
    private void addPair(
        int k, int l, double weight, List<GaussianComponent> out, double[][] attraction) {
      Cholesky sum = sums[k * components.size() + l];
      double[] u = difference(k, l);
      sum.solveLower(u, 1);
      sum.solveUpper(u, 1);
      ScaledSums.add(-weight, u, 0, size, out.get(k).mean(), label * size);
      ScaledSums.add(weight, u, 0, size, out.get(l).mean(), label * size);
      double[] pair = inverse(sum);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          pair[i * size + j] = weight * (pair[i * size + j] - u[i] * u[j]);
        }
      }
      attraction[k] = plus(attraction[k], pair);
      attraction[l] = plus(attraction[l], pair);
    }

    private double[] inverse(Cholesky factor) {
      double[] inverse = new double[size * size];
      for (int i = 0; i < size; i++) {
        inverse[i * size + i] = 1;
      }
      factor.solveLower(inverse, size);
      factor.solveUpper(inverse, size);
      return inverse;
    }

    private static double[] plus(double[] sum, double[] term) {
      if (sum == null) {
        return term.clone();
      }
      ScaledSums.add(1, term, sum.length, sum);
      return sum;
    }

    /**
     * {@code 2 ∂/∂S · C = (π I − Σ_ℓ≠k w (A − u uᵀ)) C} on and below the diagonal, there times C_ii
     * and less what the component's pair with itself gives.
     *
     * @param own {@code ½ w_kk}
     * @param attraction the sum, {@code [M×M]}, or null for zero
     */
    private void pullBack(
        double[] c, double weight, double own, double[] attraction, double[] out) {
      Arrays.fill(out, 0);
      for (int i = 0; i < size; i++) {
        int row = i * size;
        ScaledSums.add(weight, c, row, i + 1, out, row);
        for (int n = 0; attraction != null && n < size; n++) {
          ScaledSums.add(-attraction[row + n], c, n * size, Math.min(i, n) + 1, out, row);
        }
        out[row + i] = out[row + i] * c[row + i] - own;
      }
    }
  }
}
