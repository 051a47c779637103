package org.gpchain.training.objective;

import org.gpchain.core.posterior.JointGradient;

/**
 * The layout of a gradient by means and covariances in one vector, for each component after the
 * other: its expected log-likelihood, means {@code [n][V]} or {@code [V][n]}, covariances {@code
 * [V][size]}, {@code ∂/∂E[g]} and {@code ∂/∂Var[g]}.
 *
 * <p>There are two such vectors. The compact gradient of a sentence, which SAGA stores, has {@code
 * ∂/∂E[f] [T×V]} and {@code ∂/∂Σ_v [V][T×T]}; the sum of what they are pulled back to has {@code
 * ∂/∂m [V×M]} and {@code ∂/∂S [V][M or M×M]} (lower triangles).
 *
 * @param rows n, the number of means of a label: T or M
 * @param covarianceSize number of entries of a label's covariance
 * @param labelCount V
 * @param pairs V²
 * @param pairwiseCovariance number of entries of {@code ∂/∂Var[g]}
 */
record GradientLayout(
    int rows, int covarianceSize, int labelCount, int pairs, int pairwiseCovariance) {
  /** The layout of the compact gradient of a sentence. */
  static GradientLayout compact(ParameterLayout layout, int length) {
    return of(layout, length, length * length);
  }

  /** The layout of the sum of pulled-back gradients. */
  static GradientLayout sum(ParameterLayout layout) {
    return of(layout, layout.inducing(), layout.unary().size(layout.inducing()));
  }

  private static GradientLayout of(ParameterLayout layout, int rows, int covarianceSize) {
    int pairs = layout.pairs();
    return new GradientLayout(
        rows, covarianceSize, layout.labelCount(), pairs, layout.pairwise().size(pairs));
  }

  /** Length of a component's part. */
  int size() {
    return pairwise(0) + pairs + pairwiseCovariance;
  }

  /** The expected log-likelihood of a component. */
  int value(int component) {
    return component == 0 ? 0 : Math.multiplyExact(component, size());
  }

  /** The first of a component's means. */
  int mean(int component) {
    return value(component) + 1;
  }

  int covariance(int component, int label) {
    return mean(component) + rows * labelCount + label * covarianceSize;
  }

  /** The first of the transitions' means, which their covariance follows. */
  int pairwise(int component) {
    return covariance(component, labelCount);
  }

  /** Writes the compact gradient of a sentence under one component. */
  void pack(int component, double value, JointGradient gradient, double[] out) {
    out[value(component)] = value;
    System.arraycopy(gradient.unary(), 0, out, mean(component), rows * labelCount);
    for (int v = 0; v < labelCount; v++) {
      System.arraycopy(
          gradient.unaryCovariance()[v], 0, out, covariance(component, v), covarianceSize);
    }
    int from = pairwise(component);
    System.arraycopy(gradient.pairwise(), 0, out, from, pairs);
    System.arraycopy(gradient.pairwiseCovariance(), 0, out, from + pairs, pairwiseCovariance);
  }
}
