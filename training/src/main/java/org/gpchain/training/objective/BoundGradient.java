package org.gpchain.training.objective;

import java.util.Arrays;
import java.util.List;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.training.optim.RestrictedObjective.Range;

/**
 * The gradient of the negative evidence lower bound with respect to its parameters: divergences
 * less expected log-likelihoods, through the logarithms of covariance parameters and the softmax of
 * the mixture's weights.
 */
final class BoundGradient {
  private final ParameterLayout layout;
  private final Scales scales;
  private final double pairwiseDeviation;
  private final GradientLayout sums;
  private final Parallel parallel;

  /**
   * Factors of the parameters of means.
   *
   * @param mean {@code [M]}
   * @param pairwiseMean {@code [V²]}
   */
  record Scales(double[] mean, double[] pairwiseMean) {}

  BoundGradient(
      ParameterLayout layout, Scales scales, double pairwiseDeviation, Parallel parallel) {
    this.layout = layout;
    this.scales = scales;
    this.pairwiseDeviation = pairwiseDeviation;
    this.sums = GradientLayout.sum(layout);
    this.parallel = parallel;
  }

  /**
   * Writes the gradient.
   *
   * @param parameters see {@link ParameterLayout}; not modified
   * @param sum of latent gradients, see {@link GradientLayout}; not modified
   * @param out overwritten
   * @return the divergences
   */
  double write(double[] parameters, double[] sum, double[] out) {
    double[] weights = layout.weights(parameters);
    List<GaussianComponent> unary = layout.unaryComponents(parameters, scales.mean());
    MixtureDivergence.Gradient divergence = MixtureDivergence.Gradient.of(unary);
    double value =
        new MixtureDivergence(layout.labelCount(), layout.inducing(), parallel)
            .value(weights, unary, divergence);
    for (int k = 0; k < weights.length; k++) {
      unary(k, weights[k], unary.get(k), divergence.components().get(k), sum, out);
    }
    logits(weights, divergence.weights(), sum, out);
    return value
        + pairwise(weights, layout.pairwiseComponent(parameters, scales.pairwiseMean()), sum, out);
  }

  private void unary(
      int k,
      double weight,
      GaussianComponent component,
      GaussianComponent divergence,
      double[] sum,
      double[] out) {
    int m = layout.inducing();
    int first = k * layout.labelCount() * m;
    for (int i = 0; i < layout.labelCount() * m; i++) {
      double expected = sum[sums.mean(k) + i];
      out[first + i] = scales.mean()[i % m] * (divergence.mean()[i] - weight * expected);
    }
    for (int v = 0; v < layout.labelCount(); v++) {
      int to = layout.covarianceOf(k) + v * layout.unary().size(m);
      int from = sums.covariance(k, v);
      if (component.isDiagonal()) {
        deviations(component, divergence, v * m, m, weight, sum, from, out, to);
      } else {
        factor(component.factor()[v], divergence.factor()[v], m, weight, sum, from, out, to);
      }
    }
  }

  /** {@code ∂/∂log s = 2 s² ∂/∂S}. */
  private static void deviations(
      GaussianComponent component,
      GaussianComponent divergence,
      int first,
      int count,
      double weight,
      double[] sum,
      int from,
      double[] out,
      int to) {
    for (int i = 0; i < count; i++) {
      double s = component.deviation()[first + i];
      out[to + i] = divergence.deviation()[first + i] - weight * 2 * s * s * sum[from + i];
    }
  }

  /** {@code ∂/∂C = 2 (∂/∂S) C} below the diagonal; on it, times C for the logarithm. */
  private static void factor(
      double[] factor,
      double[] divergence,
      int n,
      double weight,
      double[] sum,
      int from,
      double[] out,
      int to) {
    for (int i = 0; i < n; i++) {
      double[] product = new double[n];
      for (int l = 0; l < n; l++) {
        double entry = l <= i ? sum[from + i * n + l] : sum[from + l * n + i];
        for (int j = 0; j <= Math.min(i, l); j++) {
          product[j] += entry * factor[l * n + j];
        }
      }
      product[i] *= factor[i * n + i];
      for (int j = 0; j < n; j++) {
        out[to + i * n + j] = j <= i ? divergence[i * n + j] - weight * 2 * product[j] : 0;
      }
    }
  }

  /** Through the softmax: {@code π_k (∂_k − Σ_ℓ π_ℓ ∂_ℓ)}. */
  private void logits(double[] weights, double[] divergence, double[] sum, double[] out) {
    int count = weights.length;
    double mean = 0;
    for (int k = 0; k < count; k++) {
      double free = divergence[k] - sum[sums.value(k)];
      out[layout.logits() + k] = free;
      mean += weights[k] * free;
    }
    for (int k = 0; k < count; k++) {
      // One weight has nowhere to go: its gradient is zero, without rounding.
      double free = out[layout.logits() + k];
      out[layout.logits() + k] = count == 1 ? 0 : weights[k] * (free - mean);
    }
  }

  private double pairwise(
      double[] weights, GaussianComponent component, double[] sum, double[] out) {
    int pairs = layout.pairs();
    MixtureDivergence.Gradient divergence = MixtureDivergence.Gradient.of(List.of(component));
    double value =
        new MixtureDivergence(1, pairs, parallel)
            .value(new double[] {1}, List.of(component), divergence);
    int covarianceSize = layout.pairwise().size(pairs);
    double[] expected = new double[pairs + covarianceSize];
    for (int k = 0; k < weights.length; k++) {
      for (int i = 0; i < expected.length; i++) {
        // A derivative by g is σ_b times one by whitened g; by a variance, σ_b² times.
        double unit = i < pairs ? pairwiseDeviation : pairwiseDeviation * pairwiseDeviation;
        expected[i] += weights[k] * unit * sum[sums.pairwise(k) + i];
      }
    }
    GaussianComponent free = divergence.components().get(0);
    int to = layout.pairwiseMean().from();
    for (int i = 0; i < pairs; i++) {
      out[to + i] = scales.pairwiseMean()[i] * (free.mean()[i] - expected[i]);
    }
    Range covariance = layout.pairwiseCovariance();
    double[] gradient = Arrays.copyOfRange(expected, pairs, expected.length);
    if (component.isDiagonal()) {
      deviations(component, free, 0, pairs, 1, gradient, 0, out, covariance.from());
    } else {
      factor(
          component.factor()[0], free.factor()[0], pairs, 1, gradient, 0, out, covariance.from());
    }
    return value;
  }
}
