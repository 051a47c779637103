package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.JointGradient;
import org.gpchain.internal.training.bound.EvidenceLowerBound.Scales;

/**
 * The gradient of the negative evidence lower bound with respect to its parameters. Latent
 * gradients of sentences are pulled back to whitened inducing values and added up; divergences less
 * these sums go through the logarithms of covariance parameters and the softmax of the mixture's
 * weights.
 */
record BoundGradient(
    ParameterLayout layout, Scales scales, double pairwiseDeviation, Parallel parallel) {
  private GradientLayout sums() {
    return new GradientLayout(layout, layout.inducing(), layout.inducing());
  }

  /** Room for a sum of pulled-back gradients, see {@link GradientLayout}. */
  double[] zeros() {
    return new double[sums().value(layout.components())];
  }

  /**
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
    GradientLayout sums = sums();
    int m = layout.inducing();
    int size = layout.labelCount() * m;
    for (int i = 0; i < size; i++) {
      double expected = sum[sums.mean(k) + i];
      out[k * size + i] = scales.mean()[i % m] * (divergence.mean()[i] - weight * expected);
    }
    int to = layout.covarianceOf(k);
    deviations(component, divergence, weight, sum, sums.covariance(k, 0), out, to);
  }

  /** {@code ∂/∂log s = 2 s² ∂/∂S}. */
  private static void deviations(
      GaussianComponent component,
      GaussianComponent divergence,
      double weight,
      double[] sum,
      int from,
      double[] out,
      int to) {
    for (int i = 0; i < component.deviation().length; i++) {
      double s = component.deviation()[i];
      out[to + i] = divergence.deviation()[i] - weight * 2 * s * s * sum[from + i];
    }
  }

  /** Through the softmax: {@code π_k (∂_k − Σ_ℓ π_ℓ ∂_ℓ)}. */
  private void logits(double[] weights, double[] divergence, double[] sum, double[] out) {
    GradientLayout sums = sums();
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
    GradientLayout sums = sums();
    int pairs = layout.pairs();
    MixtureDivergence.Gradient divergence = MixtureDivergence.Gradient.of(List.of(component));
    double value =
        new MixtureDivergence(1, pairs, parallel)
            .value(new double[] {1}, List.of(component), divergence);
    double[] expected = new double[2 * pairs];
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
    deviations(component, free, 1, expected, pairs, out, layout.pairwiseCovariance().from());
    return value;
  }

  /**
   * Adds one label's part: {@code Wᵀ ∂/∂b} and the diagonal of {@code Wᵀ ∂/∂Σ W} (supplement, eq.
   * 42–43).
   *
   * @param w of the sentence, {@code [T×M]}; not modified
   * @param at layout of the sentence's latent gradient
   * @param compact this gradient; not modified
   * @param sum modified
   */
  void addUnary(
      int label, double[] w, GradientLayout at, double[] compact, double factor, double[] sum) {
    GradientLayout sums = sums();
    int m = layout.inducing();
    for (int k = 0; k < layout.components(); k++) {
      for (int t = 0; t < at.rows(); t++) {
        double mean = compact[at.mean(k) + t * layout.labelCount() + label];
        ScaledSums.add(factor * mean, w, t * m, m, sum, sums.mean(k) + label * m);
      }
      if (at.covarianceSize() > 0) {
        int from = at.covariance(k, label);
        addDiagonal(w, at.rows(), compact, from, factor, sum, sums.covariance(k, label));
      }
    }
  }

  /** The diagonal of {@code Wᵀ G W}, with the pairs above G's diagonal counted below it. */
  private void addDiagonal(
      double[] w, int length, double[] compact, int from, double factor, double[] sum, int to) {
    int m = layout.inducing();
    double[] product = new double[m];
    double[] twice = Arrays.copyOfRange(compact, from, from + length * length);
    ScaledSums.scale(2 * factor, twice, 0, twice.length);
    for (int t = 0; t < length; t++) {
      Arrays.fill(product, 0);
      ScaledSums.addRows(twice, t * length, 1, t, w, 0, m, product, 0);
      ScaledSums.add(factor * compact[from + t * length + t], w, t * m, m, product, 0);
      for (int i = 0; i < m; i++) {
        sum[to + i] += product[i] * w[t * m + i];
      }
    }
  }

  /** Adds the expected log-likelihoods and what belongs to the transition scores. */
  void addRest(GradientLayout at, double[] compact, double factor, double[] sum) {
    GradientLayout sums = sums();
    for (int k = 0; k < layout.components(); k++) {
      sum[sums.value(k)] += factor * compact[at.value(k)];
      ScaledSums.add(factor, compact, at.pairwise(k), at.pairwiseSize(), sum, sums.pairwise(k));
    }
  }

  /**
   * The layout of a gradient by means and covariances in one vector, for each component after the
   * other: its expected log-likelihood, means {@code [n][V]} or {@code [V][n]}, covariances {@code
   * [V][size]}, {@code ∂/∂E[g]} and {@code ∂/∂Var[g]}.
   *
   * <p>There are two such vectors. The compact gradient of a sentence, which SAGA stores, has
   * {@code ∂/∂E[f] [T×V]} and {@code ∂/∂Σ_v [V][T×T]}, the latter unless covariances are held; the
   * sum of what they are pulled back to has {@code ∂/∂m [V×M]} and {@code ∂/∂s² [V×M]}.
   *
   * @param rows n, the number of means of a label: T or M
   * @param covarianceSize number of entries of a label's covariance
   */
  record GradientLayout(ParameterLayout parameters, int rows, int covarianceSize) {
    private int pairwiseSize() {
      return 2 * parameters.pairs();
    }

    /** Length of a component's part. */
    private int size() {
      return pairwise(0) + pairwiseSize();
    }

    int value(int component) {
      return component == 0 ? 0 : Math.multiplyExact(component, size());
    }

    int mean(int component) {
      return value(component) + 1;
    }

    int covariance(int component, int label) {
      return mean(component) + rows * parameters.labelCount() + label * covarianceSize;
    }

    /** The first of the transitions' means, which their covariance follows. */
    int pairwise(int component) {
      return covariance(component, parameters.labelCount());
    }

    void pack(int component, double value, JointGradient gradient, double[] out) {
      out[value(component)] = value;
      System.arraycopy(gradient.unary(), 0, out, mean(component), rows * parameters.labelCount());
      for (int v = 0; v < parameters.labelCount(); v++) {
        System.arraycopy(
            gradient.unaryCovariance()[v], 0, out, covariance(component, v), covarianceSize);
      }
      int pairs = parameters.pairs();
      int from = pairwise(component);
      System.arraycopy(gradient.pairwise(), 0, out, from, pairs);
      System.arraycopy(gradient.pairwiseCovariance(), 0, out, from + pairs, pairwiseSize() - pairs);
    }
  }
}
