package org.gpchain.training.objective;

import org.gpchain.core.posterior.JointGradient;

/**
 * Where a sentence's latent gradient stands in its compact form, which SAGA stores: for each
 * component its expected log-likelihood, {@code ∂/∂E[f] [T×V]}, {@code ∂/∂Σ_v [V][T×T]}, {@code
 * ∂/∂E[g]} and {@code ∂/∂Var[g]}.
 *
 * @param length T
 * @param labelCount V
 * @param pairs V²
 * @param pairwiseCovariance number of entries of {@code ∂/∂Var[g]}
 */
record CompactLayout(int length, int labelCount, int pairs, int pairwiseCovariance) {
  static CompactLayout of(ParameterLayout layout, int length) {
    return new CompactLayout(
        length, layout.labelCount(), layout.pairs(), layout.pairwise().size(layout.pairs()));
  }

  int size() {
    return pairwise() + pairs + pairwiseCovariance;
  }

  int mean() {
    return 1;
  }

  int covariance(int label) {
    return 1 + length * labelCount + label * length * length;
  }

  int pairwise() {
    return covariance(labelCount);
  }

  void pack(double value, JointGradient gradient, double[] out, int from) {
    out[from] = value;
    System.arraycopy(gradient.unary(), 0, out, from + mean(), length * labelCount);
    for (int v = 0; v < labelCount; v++) {
      System.arraycopy(
          gradient.unaryCovariance()[v], 0, out, from + covariance(v), length * length);
    }
    System.arraycopy(gradient.pairwise(), 0, out, from + pairwise(), pairs);
    System.arraycopy(
        gradient.pairwiseCovariance(), 0, out, from + pairwise() + pairs, pairwiseCovariance);
  }
}
