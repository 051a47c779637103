package org.gpchain.internal.gp.posterior;

/**
 * The gradient of one sentence's expected log-likelihood with respect to its {@link JointGaussian}.
 * A carrier of output arrays that belong to the caller. Derivatives with respect to a covariance
 * are symmetric: {@code dL = tr(G dΣ)}.
 *
 * @param unary {@code ∂/∂E[f]}, {@code [T×V]}; overwritten
 * @param unaryCovariance for each label {@code ∂/∂Σ_v}, {@code [T×T]}, or empty if it is not
 *     wanted; overwritten
 * @param pairwise {@code ∂/∂E[g]}, {@code [V×V]}; overwritten
 * @param pairwiseCovariance {@code ∂/∂Var[g]} of independent transition scores, {@code [V×V]};
 *     overwritten
 */
public record JointGradient(
    double[] unary, double[][] unaryCovariance, double[] pairwise, double[] pairwiseCovariance) {
  /** A gradient with so many numbers for each label's covariance: T², or 0 for none. */
  public static JointGradient of(JointGaussian q, int covarianceSize) {
    int pairs = q.pairwiseMean().length;
    return new JointGradient(
        new double[q.unaryMean().length],
        new double[q.labelCount()][covarianceSize],
        new double[pairs],
        new double[pairs]);
  }

  public boolean wantsUnaryCovariance() {
    return unaryCovariance[0].length > 0;
  }
}
