package org.gpchain.internal.training.bound;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.core.math.LogSumExp;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.posterior.GaussianComponent;

/**
 * An upper bound of {@code KL(q ‖ N(0, I))}, to be minimized, for a mixture of Gaussians in
 * whitened coordinates, {@code q(v) = Σ_k π_k Π_j N(v_j; m_kj, S_kj)}. The cross-entropy is exact;
 * the entropy is bounded by Jensen's inequality:
 *
 * <pre>Σ_k π_k log z_k + ½ Σ_k π_k [JM log 2π + m_kᵀ m_k + tr S_k],
 * z_k = Σ_ℓ π_ℓ N_kℓ,  N_kℓ = Π_j N(m_kj; m_ℓj, S_kj + S_ℓj)</pre>
 *
 * (Galliani, Dezfouli, Bonilla and Quadrianto 2017, supplement, eq. 14–16 and 25–32, with K_zz =
 * I.) All computations use logarithms, because densities underflow in many dimensions. The constant
 * {@code JM/2 log 2π} cancels and appears nowhere.
 *
 * <p>For a single component, the bound would be {@code JM/2 (1 − log 2)} above the divergence.
 * Therefore, the divergence itself is returned, {@code ½ Σ_j [tr S_j − log |S_j| + m_jᵀ m_j − M]}.
 * For two or more components, the gap is of this size if they coincide or are far apart. It must be
 * subtracted before values for different numbers of components are compared.
 *
 * <p>The cost is {@code O(K² J M)}.
 *
 * @param labelCount number of labels J
 * @param size number of coordinates M of each label
 * @param parallel threads for labels
 */
record MixtureDivergence(int labelCount, int size, Parallel parallel) {
  /**
   * The gradient of the bound.
   *
   * @param weights gradient with respect to the weights π as free variables, {@code [K]}
   * @param components gradient with respect to the means and the <em>logarithms</em> of the
   *     standard deviations of each component
   */
  record Gradient(double[] weights, List<GaussianComponent> components) {
    /** Returns a gradient of zeros for given components. */
    static Gradient of(List<GaussianComponent> components) {
      List<GaussianComponent> zeros = new ArrayList<>();
      for (GaussianComponent component : components) {
        int n = component.mean().length;
        zeros.add(GaussianComponent.diagonal(new double[n], new double[n]));
      }
      return new Gradient(new double[components.size()], zeros);
    }
  }

  /**
   * Returns the bound and writes its gradient. The weights need not sum to one, and some of them
   * may be zero. (For a single component, the formula above then gives {@code π (KL + log π)}.)
   *
   * @param weights weights π, {@code [K]}, nonnegative and not all zero; not modified
   * @param components components with means and deviations, {@code [J×M]} each; not modified
   * @param out gradient, which is overwritten; must not share arrays with the components
   * @return the bound; not finite if a deviation is not a positive number
   */
  double value(double[] weights, List<GaussianComponent> components, Gradient out) {
    int count = components.size();
    double[] cross = new double[count];
    double[] overlap = new double[count * count];
    measure(components, cross, overlap);
    double[] logZ = new double[count];
    double[] share = share(weights, overlap, logZ);

    double value = 0;
    for (int k = 0; k < count; k++) {
      value += weights[k] * (logZ[k] + cross[k]);
      out.weights()[k] = logZ[k] + cross[k] + partInOthers(k, weights, overlap, logZ);
    }

    double[] pairWeights = pairWeights(weights, share);
    parallel.each(labelCount, label -> gradient(label, weights, pairWeights, components, out));
    return value;
  }

  /**
   * Computes {@code ½ (m_kᵀ m_k + tr S_k)} and {@code log N_kℓ + JM/2 log 2π}. The parts of the
   * labels are computed in parallel and summed in the order of the labels.
   *
   * @param cross overwritten with the former, {@code [K]}
   * @param overlap overwritten with the latter, {@code [K×K]}
   */
  private void measure(List<GaussianComponent> components, double[] cross, double[] overlap) {
    double[][] crossOf = new double[labelCount][cross.length];
    double[][] overlapOf = new double[labelCount][overlap.length];
    parallel.each(
        labelCount, label -> measure(components, label * size, crossOf[label], overlapOf[label]));
    for (int label = 0; label < labelCount; label++) {
      ScaledSums.add(1, crossOf[label], cross.length, cross);
      ScaledSums.add(1, overlapOf[label], overlap.length, overlap);
    }
  }

  /** Computes the part of a label, whose coordinates begin at the index {@code first}. */
  private void measure(
      List<GaussianComponent> components, int first, double[] cross, double[] overlap) {
    int count = cross.length;
    // For a single component, log N(m; m, 2S) with the constant M log 2 is replaced by the exact
    // expectation E[log N(v; m, S)] with the constant M.
    double spread = size * (count == 1 ? 1 : Math.log(2));
    for (int k = 0; k < count; k++) {
      GaussianComponent component = components.get(k);
      double squares = 0;
      double logDeterminant = 0;
      for (int i = first; i < first + size; i++) {
        squares += component.mean()[i] * component.mean()[i] + variance(component, i);
        logDeterminant += 2 * Math.log(component.deviation()[i]);
      }

      cross[k] = 0.5 * squares;
      overlap[k * count + k] = -0.5 * (logDeterminant + spread);
      for (int l = k + 1; l < count; l++) {
        overlap[k * count + l] = logOverlap(component, components.get(l), first);
        overlap[l * count + k] = overlap[k * count + l];
      }
    }
  }

  private static double variance(GaussianComponent component, int i) {
    return component.deviation()[i] * component.deviation()[i];
  }

  /** Returns {@code log N(m_k; m_ℓ, S_k + S_ℓ) + M/2 log 2π} for two components. */
  private double logOverlap(GaussianComponent a, GaussianComponent b, int first) {
    double sum = 0;
    for (int i = first; i < first + size; i++) {
      double variance = variance(a, i) + variance(b, i);
      double difference = a.mean()[i] - b.mean()[i];
      sum += Math.log(variance) + difference * difference / variance;
    }
    return -0.5 * sum;
  }

  /**
   * Writes the gradient with respect to the coordinates of a label, for all components. With {@code
   * a = 1 / (s_k² + s_ℓ²)} and {@code u = a (m_k − m_ℓ)}, it is {@code ∂/∂m_k = π_k m_k − Σ_ℓ w_kℓ
   * u} and {@code ∂/∂log s_k = s_k² [π_k − Σ_ℓ w_kℓ (a − u²)]}, where the pair of a component with
   * itself contributes {@code −½ w_kk}.
   *
   * @param label number of the label
   * @param weights weights π, {@code [K]}; not modified
   * @param pairWeights weights w, {@code [K×K]}, symmetric; not modified
   * @param components the components; not modified
   * @param out gradient to which the part of the label is written
   */
  private void gradient(
      int label,
      double[] weights,
      double[] pairWeights,
      List<GaussianComponent> components,
      Gradient out) {
    int count = components.size();
    int from = label * size;
    int to = from + size;
    for (int k = 0; k < count; k++) {
      GaussianComponent component = components.get(k);
      double[] mean = out.components().get(k).mean();
      double[] logDeviation = out.components().get(k).deviation();
      for (int i = from; i < to; i++) {
        mean[i] = weights[k] * component.mean()[i];
        logDeviation[i] = weights[k] * variance(component, i) - 0.5 * pairWeights[k * count + k];
      }

      for (int l = 0; l < count; l++) {
        double pair = pairWeights[k * count + l];
        GaussianComponent other = components.get(l);
        for (int i = from; i < to && l != k && pair > 0; i++) {
          double precision = 1 / (variance(component, i) + variance(other, i));
          double u = precision * (component.mean()[i] - other.mean()[i]);
          mean[i] -= pair * u;
          logDeviation[i] -= pair * variance(component, i) * (precision - u * u);
        }
      }
    }
  }

  /**
   * Returns {@code r_kℓ = π_ℓ N_kℓ / z_k}, whose rows sum to one, and computes log z_k.
   *
   * @param logZ overwritten, {@code [K]}
   */
  private static double[] share(double[] weights, double[] overlap, double[] logZ) {
    int count = weights.length;
    double[] share = new double[count * count];
    for (int k = 0; k < count; k++) {
      int row = k * count;
      for (int l = 0; l < count; l++) {
        share[row + l] = Math.log(weights[l]) + overlap[row + l];
      }
      logZ[k] = LogSumExp.of(share, row, row + count);
      for (int l = 0; l < count; l++) {
        share[row + l] = Math.exp(share[row + l] - logZ[k]);
      }
    }
    return share;
  }

  /**
   * Returns {@code Σ_ℓ π_ℓ N_kℓ / z_ℓ}. If π_k is almost zero, the sum may exceed the largest
   * double, which is then returned, so that the product with π_k is still almost zero.
   */
  private static double partInOthers(int k, double[] weights, double[] overlap, double[] logZ) {
    int count = weights.length;
    double sum = 0;
    for (int l = 0; l < count; l++) {
      sum += Math.exp(Math.log(weights[l]) + overlap[k * count + l] - logZ[l]);
    }
    return Math.min(sum, Double.MAX_VALUE);
  }

  /**
   * Returns {@code w_kℓ = π_k π_ℓ (N_kℓ / z_k + N_kℓ / z_ℓ) = π_k r_kℓ + π_ℓ r_ℓk}, which is the
   * factor of eq. 31 and 32, expressed in terms that never exceed the weights.
   */
  private static double[] pairWeights(double[] weights, double[] share) {
    int count = weights.length;
    double[] pairWeights = new double[count * count];
    for (int k = 0; k < count; k++) {
      for (int l = 0; l < count; l++) {
        pairWeights[k * count + l] =
            weights[k] * share[k * count + l] + weights[l] * share[l * count + k];
      }
    }
    return pairWeights;
  }
}
