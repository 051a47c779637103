package org.gpchain.internal.gp.posterior;

/**
 * The gradient of the expected log-likelihood of a sentence with respect to its {@link
 * JointGaussian}. The arrays belong to the caller. Derivatives G with respect to a covariance are
 * symmetric: {@code dL = tr(G dΣ)}.
 *
 * @param unary {@code ∂/∂E[f]}, {@code [T×V]}; overwritten
 * @param unaryCovariance {@code ∂/∂Σ_v} of each label, {@code [T×T]} each; empty arrays if it is
 *     not wanted; overwritten
 * @param pairwise {@code ∂/∂E[g]}, {@code [V×V]}; overwritten
 * @param pairwiseCovariance {@code ∂/∂Var[g]} of independent transition scores, {@code [V×V]};
 *     overwritten
 */
public record JointGradient(
    double[] unary, double[][] unaryCovariance, double[] pairwise, double[] pairwiseCovariance) {
  /**
   * Returns a gradient with new arrays.
   *
   * @param q Gaussian of the sentence
   * @param covarianceSize length of the array of each label's covariance: T², or 0 for none
   */
  public static JointGradient of(JointGaussian q, int covarianceSize) {
    int pairs = q.pairwiseMean().length;
    return new JointGradient(
        new double[q.unaryMean().length],
        new double[q.labelCount()][covarianceSize],
        new double[pairs],
        new double[pairs]);
  }

  /** Returns whether derivatives with respect to the covariances of the scores are wanted. */
  public boolean wantsUnaryCovariance() {
    return unaryCovariance[0].length > 0;
  }
}
