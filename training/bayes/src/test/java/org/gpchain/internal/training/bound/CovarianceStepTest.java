package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.JITTER;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the closed form of the covariances. */
class CovarianceStepTest {
  private static final int LABELS = 2;
  private static final int FEATURES = 12;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(3);
  private final LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, 3, 1, 4);
  private final int tokens = corpus.tokenCount();
  private final double[] variance = draws.uniforms(FEATURES, 0.3, 1.5);

  private CovarianceStep step(int inducing) {
    return new CovarianceStep(
        corpus, Covariances.projection(variance, corpus.rows(), inducing), parallel);
  }

  /** Returns curvatures in the range of a softmax, which differ between labels. */
  private double[] curvature() {
    return draws.uniforms(tokens * LABELS, 0.01, 0.25);
  }

  private double[][] latent(InducingCovariance covariance, int label) {
    return Covariances.latent(covariance, variance, corpus.rows(), 0, tokens, label);
  }

  private static void assertMatrix(
      String what, double[][] actual, double[][] expected, double tolerance) {
    assertClose(what, rowMajor(actual), rowMajor(expected), tolerance);
  }

  /** Compares with {@code S_v⁻¹ = I + Σ_t c_tv w_t w_tᵀ}. */
  @Test
  void precisionIsTheIdentityPlusWeightedOuterProducts() {
    double[] curvature = curvature();
    CovarianceStep step = step(4);
    InducingCovariance covariance = step.unary(curvature);
    double[][] w = Covariances.projected(covariance.projection(), corpus.rows(), 0, tokens);
    for (int v = 0; v < LABELS; v++) {
      double[][] weighted = product(w, diagonal(ofLabel(curvature, v)));
      double[][] precision = sum(product(weighted, transposed(w)), 1, identity(4));
      assertMatrix("S", Covariances.inducing(covariance, v), inverse(precision), SINGLE);
    }
  }

  /** With all tokens as inducing points, the covariance is {@code K − K (K + C⁻¹)⁻¹ K}. */
  @Test
  void matchesGaussianProcessRegressionWithAllTokens() {
    double[] curvature = curvature();
    InducingCovariance covariance = step(tokens).unary(curvature);
    double[][] kernel = Covariances.kernelMatrix(variance, corpus.rows(), 0, tokens);
    double jitter = JITTER * trace(kernel) / tokens;

    for (int v = 0; v < LABELS; v++) {
      double[] noise = Arrays.stream(ofLabel(curvature, v)).map(c -> 1 / c).toArray();
      double[][] sum = sum(kernel, 1, diagonal(noise));
      double[][] gain = product(kernel, inverse(sum));
      double[][] expected = sum(kernel, -1, product(gain, kernel));
      double[][] actual = latent(covariance, v);
      for (int i = 0; i < tokens; i++) {
        for (int j = 0; j < tokens; j++) {
          assertThat(Math.abs(actual[i][j] - expected[i][j])).isLessThanOrEqualTo(jitter);
        }
      }
      assertThat(trace(kernel) - trace(expected)).isGreaterThan(100 * jitter);
    }
  }

  @Test
  void doesNotDependOnTheNumberOfThreads() {
    Draws own = new Draws(4);
    LabeledRows large = Corpora.random(own, 5, 40, Corpora.lengths(own, 100));
    double[] curvature = own.uniforms(large.tokenCount() * 5, 0, 0.25);
    InducingProjection projection =
        Covariances.projection(own.uniforms(40, 0.3, 1), large.rows(), 9);
    InducingCovariance singleThreaded =
        new CovarianceStep(large, projection, parallel).unary(curvature);

    try (Parallel workers = new Parallel(4)) {
      InducingCovariance four = new CovarianceStep(large, projection, workers).unary(curvature);
      for (int v = 0; v < 5; v++) {
        assertThat(four.precision(v).lower()).isEqualTo(singleThreaded.precision(v).lower());
      }
    }
  }

  @Test
  void transitionsMatchValuesComputedByHand() {
    assertThat(CovarianceStep.pairwise(new double[] {0, 2, 6}, 0.5))
        .containsExactly(0.5, 0.25, 0.125);
    assertThat(CovarianceStep.pairwise(new double[] {0, 2, 6}, 0)).containsOnly(0);
    assertThat(CovarianceStep.pairwiseDivergence(new double[] {0.5, 0.5}, 0.5)).isZero();
    assertThat(CovarianceStep.pairwiseDivergence(new double[] {0, 0}, 0)).isZero();
    assertClose(
        "divergence",
        CovarianceStep.pairwiseDivergence(new double[] {0.5, 0.25, 0.125}, 0.5),
        0.5 * (-0.5 + Math.log(2)) + 0.5 * (-0.75 + Math.log(4)),
        ROUNDING);
  }

  private static double[] ofLabel(double[] curvature, int label) {
    double[] own = new double[curvature.length / LABELS];
    Arrays.setAll(own, t -> curvature[t * LABELS + label]);
    return own;
  }
}
