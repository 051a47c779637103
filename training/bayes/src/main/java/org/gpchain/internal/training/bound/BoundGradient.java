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
 * gradients of sentences are pulled back to whitened inducing values and added up. The gradients of
 * the divergences minus these sums are then pulled back through the logarithms of covariance
 * parameters and the softmax of the mixture's weights.
 *
 * @param layout layout of the parameters
 * @param scales factors of the parameters of means
 * @param pairwiseDeviation prior standard deviation σ_b of the transition scores
 * @param parallel threads
 */
record BoundGradient(
    ParameterLayout layout, Scales scales, double pairwiseDeviation, Parallel parallel) {
  /** Returns the layout of the sum of pulled-back gradients. */
  private GradientLayout sums() {
    return new GradientLayout(layout, layout.inducing(), layout.inducing());
  }

  /** Returns an array for the sum of pulled-back gradients, see {@link GradientLayout}. */
  double[] zeros() {
    return new double[sums().value(layout.components())];
  }

  /**
   * Writes the gradient of the bound.
   *
   * @param parameters parameters, see {@link ParameterLayout}; not modified
   * @param sum sum of pulled-back gradients, see {@link GradientLayout}; not modified
   * @param out gradient with respect to the parameters; overwritten
   * @return the sum of the divergences
   */
  double write(double[] parameters, double[] sum, double[] out) {
    double[] weights = layout.weights(parameters);
    List<GaussianComponent> unary = layout.unaryComponents(parameters, scales.mean());
    MixtureDivergence.Gradient divergence = MixtureDivergence.Gradient.of(unary);
    double value =
        new MixtureDivergence(layout.labelCount(), layout.inducing(), parallel)
            .value(weights, unary, divergence);

    for (int k = 0; k < weights.length; k++) {
      GaussianComponent ofDivergence = divergence.components().get(k);
      unary(k, new WeightedComponent(weights[k], unary.get(k), ofDivergence), sum, out);
    }
    logits(weights, divergence.weights(), sum, out);
    GaussianComponent pairwise = layout.pairwiseComponent(parameters, scales.pairwiseMean());
    return value + pairwise(weights, pairwise, sum, out);
  }

  /**
   * A component of the mixture with the gradient of the divergence.
   *
   * @param weight weight π of the component
   * @param component the Gaussian
   * @param divergence gradient of the divergence with respect to the component's means and the
   *     logarithms of its standard deviations
   */
  private record WeightedComponent(
      double weight, GaussianComponent component, GaussianComponent divergence) {
    /**
     * Writes the gradient with respect to the logarithms of standard deviations, {@code ∂/∂log s =
     * 2 s² ∂/∂S}.
     *
     * @param sum holds {@code ∂/∂S} from the index {@code from}; not modified
     * @param out is overwritten from the index {@code to}
     */
    void writeDeviations(double[] sum, int from, double[] out, int to) {
      for (int i = 0; i < component.deviation().length; i++) {
        double s = component.deviation()[i];
        out[to + i] = divergence.deviation()[i] - weight * 2 * s * s * sum[from + i];
      }
    }
  }

  /** Writes the gradient with respect to the means and deviations of component k. */
  private void unary(int k, WeightedComponent component, double[] sum, double[] out) {
    GradientLayout sums = sums();
    double[] divergence = component.divergence().mean();
    int m = layout.inducing();
    int size = layout.labelCount() * m;
    for (int i = 0; i < size; i++) {
      double expected = component.weight() * sum[sums.mean(k) + i];
      out[k * size + i] = scales.mean()[i % m] * (divergence[i] - expected);
    }

    component.writeDeviations(sum, sums.covariance(k, 0), out, layout.covarianceOf(k));
  }

  /**
   * Writes the gradient with respect to the logits, through the softmax: {@code π_k (∂_k − Σ_ℓ π_ℓ
   * ∂_ℓ)}.
   */
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
      // A single weight cannot change: its gradient is exactly zero, without rounding errors.
      double free = out[layout.logits() + k];
      out[layout.logits() + k] = count == 1 ? 0 : weights[k] * (free - mean);
    }
  }

  /** Writes the gradient with respect to the transition scores, and returns their divergence. */
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
        // By the chain rule, the factor is σ_b for a mean and σ_b² for a variance of g.
        double unit = i < pairs ? pairwiseDeviation : pairwiseDeviation * pairwiseDeviation;
        expected[i] += weights[k] * unit * sum[sums.pairwise(k) + i];
      }
    }

    GaussianComponent free = divergence.components().get(0);
    int to = layout.pairwiseMean().from();
    for (int i = 0; i < pairs; i++) {
      out[to + i] = scales.pairwiseMean()[i] * (free.mean()[i] - expected[i]);
    }
    new WeightedComponent(1, component, free)
        .writeDeviations(expected, pairs, out, layout.pairwiseCovariance().from());
    return value;
  }

  /**
   * Adds a sentence's part for one label to the sum: {@code Wᵀ ∂/∂b} and the diagonal of {@code Wᵀ
   * ∂/∂Σ W} (supplement, eq. 42–43).
   *
   * @param label the label
   * @param w projections of the sentence's tokens, {@code [T×M]}; not modified
   * @param gradient compact gradient of the sentence
   * @param factor factor of the sentence's part
   * @param sum added to
   */
  void addUnary(int label, double[] w, CompactGradient gradient, double factor, double[] sum) {
    GradientLayout sums = sums();
    GradientLayout at = gradient.layout();
    double[] compact = gradient.values();
    int m = layout.inducing();
    for (int k = 0; k < layout.components(); k++) {
      for (int t = 0; t < at.rows(); t++) {
        double mean = compact[at.mean(k) + t * layout.labelCount() + label];
        ScaledSums.add(factor * mean, w, t * m, m, sum, sums.mean(k) + label * m);
      }

      if (at.covarianceSize() > 0) {
        int from = at.covariance(k, label);
        double[] covariance = Arrays.copyOfRange(compact, from, from + at.covarianceSize());
        addDiagonal(w, covariance, factor, sum, sums.covariance(k, label));
      }
    }
  }

  /**
   * Adds the diagonal of {@code factor Wᵀ G W}. G is symmetric, so that entries below its diagonal
   * count twice and entries above it are skipped.
   *
   * @param w W, {@code [T×M]}; not modified
   * @param g G, {@code [T×T]}; overwritten
   * @param sum is added to from the index {@code to}
   */
  private void addDiagonal(double[] w, double[] g, double factor, double[] sum, int to) {
    int m = layout.inducing();
    int length = w.length / m;
    double[] diagonal = new double[length];
    Arrays.setAll(diagonal, t -> factor * g[t * length + t]);
    ScaledSums.scale(2 * factor, g, 0, g.length);

    double[] product = new double[m];
    for (int t = 0; t < length; t++) {
      Arrays.fill(product, 0);
      ScaledSums.addRows(g, t * length, 1, t, w, 0, m, product, 0);
      ScaledSums.add(diagonal[t], w, t * m, m, product, 0);
      for (int i = 0; i < m; i++) {
        sum[to + i] += product[i] * w[t * m + i];
      }
    }
  }

  /**
   * Adds a sentence's expected log-likelihoods and the gradients with respect to transition scores
   * to the sum.
   *
   * @param gradient compact gradient of the sentence
   * @param factor factor of the sentence's part
   * @param sum added to
   */
  void addRest(CompactGradient gradient, double factor, double[] sum) {
    GradientLayout sums = sums();
    GradientLayout at = gradient.layout();
    double[] compact = gradient.values();
    for (int k = 0; k < layout.components(); k++) {
      sum[sums.value(k)] += factor * compact[at.value(k)];
      ScaledSums.add(factor, compact, at.pairwise(k), at.pairwiseSize(), sum, sums.pairwise(k));
    }
  }

  /**
   * The compact gradient of a sentence.
   *
   * @param layout its layout
   * @param values its values; not modified
   */
  record CompactGradient(GradientLayout layout, double[] values) {}

  /**
   * The layout of a gradient with respect to means and covariances in one vector. Component by
   * component, it holds the expected log-likelihood, means {@code [n][V]} or {@code [V][n]},
   * covariances {@code [V][size]}, {@code ∂/∂E[g]} and {@code ∂/∂Var[g]}.
   *
   * <p>There are two such vectors. The compact gradient of a sentence, which SAGA stores, has
   * {@code ∂/∂E[f] [T×V]} and, unless covariances are held, {@code ∂/∂Σ_v [V][T×T]}. The sum of
   * pulled-back gradients has {@code ∂/∂m [V×M]} and {@code ∂/∂s² [V×M]}.
   *
   * @param parameters layout of the parameters
   * @param rows number n of means of a label: T or M
   * @param covarianceSize number of entries of a label's covariance
   */
  record GradientLayout(ParameterLayout parameters, int rows, int covarianceSize) {
    private int pairwiseSize() {
      return 2 * parameters.pairs();
    }

    /** Returns the length of a component's part. */
    private int size() {
      return pairwise(0) + pairwiseSize();
    }

    /** Returns the index of a component's expected log-likelihood. */
    int value(int component) {
      return component == 0 ? 0 : Math.multiplyExact(component, size());
    }

    /** Returns the index of a component's first mean. */
    int mean(int component) {
      return value(component) + 1;
    }

    /** Returns the index of the covariance of a component and label. */
    int covariance(int component, int label) {
      return mean(component) + rows * parameters.labelCount() + label * covarianceSize;
    }

    /** Returns the index of the transitions' means, which are followed by their covariances. */
    int pairwise(int component) {
      return covariance(component, parameters.labelCount());
    }

    /** Writes the value and the latent gradient of a component into a compact gradient. */
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
