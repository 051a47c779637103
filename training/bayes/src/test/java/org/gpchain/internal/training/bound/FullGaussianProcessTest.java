package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.JITTER;
import static org.gpchain.core.Tolerances.SINGLE;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.algebra.PrincipalAxes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the sparse posterior with Gaussian-process algebra without whitening and factors. If the
 * inducing points are all tokens, the posterior is the full Gaussian process.
 */
class FullGaussianProcessTest {
  private static final int LABELS = 2;
  private static final int[] LENGTHS = {3, 1, 4};
  private static final int TOKENS = 8;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);

  /**
   * With a Gaussian likelihood, the optimal posterior has the closed form {@code S = (I + Σ_t w_t
   * w_tᵀ)⁻¹} and {@code m = S Σ_t w_t c_t}. Its gradient is zero, and the bound is {@code ½ Σ_v [cᵀ
   * (I + WWᵀ)⁻¹ c + log |I + WWᵀ| + tr K̃]} plus the analogous term for g. With all tokens as
   * inducing points, it is the evidence of Gaussian-process regression. Along the principal axes of
   * the tokens, S is diagonal.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, TOKENS})
  void boundIsTightAtTheRegressionPosterior(int inducing) {
    BoundCase plain = BoundCase.random(draws, LABELS, inducing, LENGTHS);
    double[][] tokens = Covariances.projected(plain.projection(), plain.corpus().rows(), 0, TOKENS);
    BoundCase of =
        plain.rotated(PrincipalAxes.of(rowMajor(product(tokens, transposed(tokens))), inducing));
    GaussianLikelihood likelihood = new GaussianLikelihood(LABELS, draws);
    ParameterLayout layout = of.layout(1);
    EvidenceLowerBound bound = of.bound(layout, new GaussianExpectation(likelihood), 1, parallel);
    double[][] w = Covariances.projected(of.projection(), of.corpus().rows(), 0, TOKENS);
    double[][] precision = sum(product(w, transposed(w)), 1, identity(inducing));
    double[][] s = inverse(precision);
    double[][] explained = product(transposed(w), w);
    double[][] k = of.kernelMatrix(0, TOKENS);
    double[] mean = new double[LABELS * inducing];
    double expected = pairwiseEvidence(likelihood);
    double evidence = expected;

    for (int v = 0; v < LABELS; v++) {
      double[][] c = new double[TOKENS][1];
      for (int t = 0; t < TOKENS; t++) {
        c[t][0] = likelihood.unaryCentre(of.corpus().labels()[t], v);
      }
      double[][] m = product(s, product(w, c));
      for (int i = 0; i < inducing; i++) {
        mean[v * inducing + i] = m[i][0];
      }
      expected += evidence(explained, c) + 0.5 * (trace(k) - trace(explained));
      evidence += evidence(k, c);
    }

    double[] at = bound.start(mean, 0, 1);
    setCovariance(at, layout, s);
    setPairwise(at, bound, layout, likelihood);
    double[] gradient = new double[at.length];
    double value = bound.valueAndGradient(at, 1, gradient);

    assertClose("bound", value, expected, SINGLE);
    assertClose("gradient", gradient, new double[at.length], SINGLE);
    assertThat(value).isGreaterThan(evidence - SINGLE);
    if (inducing == TOKENS) {
      assertThat(value).isCloseTo(evidence, within(LABELS * TOKENS * JITTER * trace(k)));
    }
  }

  /** Returns {@code −log ∫ N(f; 0, K) e^(−½ |f − c|²) df = ½ cᵀ (K + I)⁻¹ c + ½ log |K + I|}. */
  private static double evidence(double[][] k, double[][] c) {
    double[][] a = sum(k, 1, identity(k.length));
    double square = product(transposed(c), product(inverse(a), c))[0][0];
    return 0.5 * (square + logDeterminant(a));
  }

  /** Returns the evidence of g, which each sentence observes once with the same center. */
  private static double pairwiseEvidence(GaussianLikelihood likelihood) {
    double variance = BoundCase.DEVIATION * BoundCase.DEVIATION;
    double[][] ones = matrix(filled(LENGTHS.length, 1), LENGTHS.length);
    double[][] k = product(ones, new double[][] {filled(LENGTHS.length, variance)});
    double sum = 0;
    for (double d : likelihood.pairwiseCentre()) {
      sum += evidence(k, product(ones, new double[][] {{d}}));
    }
    return sum;
  }

  private static void setCovariance(double[] at, ParameterLayout layout, double[][] s) {
    for (int i = 0; i < LABELS * s.length; i++) {
      at[layout.covarianceOf(0) + i] = 0.5 * Math.log(s[i % s.length][i % s.length]);
    }
  }

  /**
   * Sets the posterior of g to the precision {@code 1/σ_b² + N} and the mean {@code N d / (1/σ_b² +
   * N)}.
   */
  private static void setPairwise(
      double[] at,
      EvidenceLowerBound bound,
      ParameterLayout layout,
      GaussianLikelihood likelihood) {
    int pairs = LABELS * LABELS;
    double variance = BoundCase.DEVIATION * BoundCase.DEVIATION;
    double shrunk = 1 / (1 + LENGTHS.length * variance);
    double[] ones = at.clone();
    Arrays.fill(ones, layout.pairwiseMean().from(), layout.pairwiseMean().to(), 1);
    double[] unit = bound.posterior(ones).pairwise().mean();
    for (int i = 0; i < pairs; i++) {
      double g = LENGTHS.length * variance * shrunk * likelihood.pairwiseCentre()[i];
      at[layout.pairwiseMean().from() + i] = g / unit[i];
      at[layout.pairwiseCovariance().from() + i] = 0.5 * Math.log(shrunk);
    }
  }
}
