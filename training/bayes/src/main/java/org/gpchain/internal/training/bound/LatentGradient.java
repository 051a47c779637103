package org.gpchain.internal.training.bound;

/**
 * The gradient of the expected log-likelihood of a sentence, or of all sentences of a corpus, with
 * respect to the parameters of its latent Gaussian. An estimator writes it, and a posterior pulls
 * it back to its own parameters. The arrays belong to the caller.
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
  /**
   * Returns a gradient with new arrays.
   *
   * @param length number of tokens T
   * @param labelCount number of labels V
   * @param curvature whether curvatures are wanted
   */
  public static LatentGradient of(int length, int labelCount, boolean curvature) {
    double[] unary = new double[Math.multiplyExact(length, labelCount)];
    double[] pairwise = new double[labelCount * labelCount];
    if (!curvature) {
      return new LatentGradient(unary, pairwise, null, null);
    }
    return new LatentGradient(
        unary, pairwise, new double[unary.length], new double[pairwise.length]);
  }

  /** Returns whether curvatures are wanted. */
  public boolean wantsCurvature() {
    return unaryCurvature != null;
  }
}
