package org.gpchain.core.posterior;

/**
 * The gradient of one sentence's expected log-likelihood with respect to its latent Gaussian: what
 * an estimator hands back and a posterior pulls back to its own parameters. A carrier of output
 * arrays that belong to the caller.
 *
 * @param unary {@code ∂/∂E[f]}, {@code [T×V]}; overwritten
 * @param pairwise {@code ∂/∂E[g]}, {@code [V×V]}; overwritten
 * @param unaryCurvature {@code −2 ∂/∂Var[f]}, the expected curvature, {@code [T×V]}; overwritten;
 *     null if curvatures are not wanted
 * @param pairwiseCurvature {@code −2 ∂/∂Var[g]}, {@code [V×V]}; overwritten; null if curvatures are
 *     not wanted
 */
public record LatentGradient(
    double[] unary, double[] pairwise, double[] unaryCurvature, double[] pairwiseCurvature) {
  /** Whether curvatures are wanted. */
  public boolean wantsCurvature() {
    return unaryCurvature != null;
  }
}
