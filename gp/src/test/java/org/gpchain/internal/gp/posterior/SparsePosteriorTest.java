package org.gpchain.internal.gp.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.meanDiagonal;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.inducing.KernelExpansion;
import org.gpchain.internal.gp.inducing.ProjectionCase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparsePosteriorTest {
  /** Number that is added to the diagonal of a sentence's covariance. */
  private static final double JITTER = 1e-8;

  private static final int FROM = 2;

  /** Returns {@code C Cᵀ} without its jitter. Fails if the jitter is too large. */
  private static double[] covariance(JointGaussian q, int label) {
    Cholesky factor = q.unaryFactor().get(label);
    int n = factor.size();
    double[][] lower = matrix(factor.lower(), n);
    double[][] product = product(lower, transposed(lower));
    assertThat(factor.jitter()).isBetween(0.0, 1.01 * JITTER * meanDiagonal(product));
    return rowMajor(sum(product, -factor.jitter() - JITTER, identity(n)));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, true, false, true",
    "1, 3, 4, false, true, true",
    "5, 2, 1, false, false, true",
    "5, 2, 6, true, false, true",
    "5, 3, 6, true, true, true",
    "8, 2, 5, false, false, false",
    "8, 2, 5, false, true, true"
  })
  void latentMomentsEqualTheFormulasInInducingValues(
      int m, int v, int length, boolean diagonal, boolean rotated, boolean withResidual) {
    SparseCase expected = SparseCase.of(m + length, length + FROM + 1, m, v, diagonal, rotated);
    SparsePosterior posterior = expected.posterior();

    for (int k = 0; k < 2; k++) {
      JointGaussian q = posterior.latent(k, expected.rows(), FROM, length, withResidual);
      assertThat(q.length()).isEqualTo(length);
      assertThat(q.labelCount()).isEqualTo(v);
      for (int label = 0; label < v; label++) {
        double[][] mean = expected.mean(k, label, FROM, length);
        for (int t = 0; t < length; t++) {
          assertClose("A m", q.unaryMean()[t * v + label], mean[t][0], ALGEBRA);
        }
        assertClose(
            "K̃ + A S Aᵀ",
            covariance(q, label),
            rowMajor(expected.covariance(k, label, FROM, length, withResidual)),
            ALGEBRA);
      }

      assertThat(q.pairwiseMean()).isSameAs(posterior.pairwise().mean());
      assertThat(q.pairwiseDeviation()).isSameAs(posterior.pairwise().deviation());
      if (diagonal) {
        assertThat(q.pairwiseFactor().lower()).isSameAs(posterior.pairwise().factor()[0]);
      } else {
        assertThat(q.pairwiseFactor()).isNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tokensWithoutFeaturesHaveMeanAndCovarianceZero(boolean withResidual) {
    SparseCase parts = SparseCase.of(2, 1, 4, 2, true, false);
    SparseRows x = SparseRows.of(15, new int[] {0, 0, 2, 2}, new int[] {3, 4});
    for (int length : new int[] {1, 3}) {
      JointGaussian q = parts.posterior().latent(0, x, 0, length, withResidual);
      for (int v = 0; v < 2; v++) {
        assertThat(q.unaryMean()[v]).isZero();
        double[] covariance = covariance(q, v);
        for (int t = 0; t < length; t++) {
          assertClose("Cov(f_0, f_t)", covariance[t], 0, ALGEBRA);
        }
      }
    }
  }

  /** Regression test: the variances 1 and −2 with the covariance 5 result from rounding. */
  @Test
  void tokensAreIndependentIfRoundingMakesACovarianceInvalid() {
    double[] residual = {1, 5, 5, -2};
    InducingProjection projection = ProjectionCase.of(1, 1, 3).projection(false);
    SparsePosterior posterior =
        new SparsePosterior(
            2,
            projection,
            new double[] {1},
            List.of(Components.prior(2, 3)),
            Components.prior(1, 4));
    JointGaussian joint =
        posterior.joint(0, new ProjectedSentence(2, new double[6], residual), null);

    for (Cholesky factor : joint.unaryFactor()) {
      assertThat(factor.lower()[0]).isBetween(1.0, 1.01);
      assertThat(factor.lower()[2]).isZero();
      assertThat(factor.lower()[3]).isBetween(0.0, 1e-2);
    }
  }

  @Test
  void sparseMeanRefusesAnotherNumberOfTransitions() {
    KernelExpansion unary = ProjectionCase.of(1, 1, 3).projection(false).expansion(new double[6]);
    double[] pairwise = new double[4];
    SparseMean mean = new SparseMean(unary, pairwise);
    assertThat(mean.unary()).isSameAs(unary);
    assertThat(mean.pairwiseMean()).isSameAs(pairwise);
    assertRefused(() -> new SparseMean(unary, new double[3]), "pairwiseMean");
  }

  @Test
  void refusesComponentsOfOtherShapes() {
    GaussianComponent unary = Components.prior(2, 3);
    refuses(0, 1, unary, 4, "labelCount");
    refuses(2, 2, unary, 4, "components");
    refuses(2, 1, Components.prior(2, 4), 4, "mean");
    refuses(3, 1, unary, 9, "mean");
    refuses(2, 1, unary, 2, "mean");
  }

  private static void refuses(
      int v, int weights, GaussianComponent unary, int pairs, String message) {
    InducingProjection projection = ProjectionCase.of(1, 1, 3).projection(false);
    assertRefused(
        () ->
            new SparsePosterior(
                v, projection, new double[weights], List.of(unary), Components.prior(1, pairs)),
        message);
  }
}
