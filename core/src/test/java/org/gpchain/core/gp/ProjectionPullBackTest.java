package org.gpchain.core.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The chain of pull-backs from w and K̃ to the kernel's log variances, put together as a learner
 * does, against finite differences of {@code Σ A ∘ w + Σ B ∘ K̃} over several sentences.
 */
class ProjectionPullBackTest {
  /** One sentence and what its w {@code [M×T]} and K̃ {@code [T×T]} are worth. */
  private record Part(int from, int length, double[] a, double[] b) {
    double value(InducingProjection projection, SparseRows x) {
      double[] w = new double[a.length];
      projection.project(x, from, length, w);
      return dot(a, w) + dot(b, projection.residual(x, from, length, w));
    }

    /** Adds what does not go through K_ZZ, and {@code ∂/∂L = −Σ_t ∂/∂k(Z, x_t) w_tᵀ}. */
    void pullBack(
        InducingProjection projection, SparseRows x, double[] factorGradient, double[] out) {
      int m = projection.size();
      double[] w = new double[a.length];
      projection.project(x, from, length, w);
      double[][] residual = matrix(b, length);
      double[][] products = product(matrix(w, m), sum(residual, 1, transposed(residual)));
      double[] columns = rowMajor(sum(matrix(a, m), -1, products));
      projection.pullBackColumns(columns, length);
      double[] before = columns.clone();
      projection.pullBackInputs(x, from, length, columns, b, out);
      assertThat(columns).isEqualTo(before);
      projection.unrotate(w, length);
      double[] outer = rowMajor(product(matrix(columns, m), transposed(matrix(w, m))));
      for (int i = 0; i < outer.length; i++) {
        factorGradient[i] -= outer[i];
      }
    }
  }

  private static double value(InducingProjection projection, SparseRows x, List<Part> parts) {
    return parts.stream().mapToDouble(part -> part.value(projection, x)).sum();
  }

  private static Part part(Draws draws, int m, int from, int length) {
    return new Part(from, length, draws.normals(m * length, 1), draws.normals(length * length, 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "1, 1, true", "1, 4, true", "5, 1, true", "6, 7, false", "6, 7, true"})
  void gradientWithRespectToLogVariancesIsThatOfFiniteDifferences(
      int m, int length, boolean rotated) {
    for (int seed = 0; seed < 4; seed++) {
      ProjectionCase projections = ProjectionCase.of(seed, length + 4, m);
      SparseRows x = projections.random().rows();
      Draws draws = new Draws(seed);
      List<Part> parts =
          List.of(part(draws, m, 0, 1), part(draws, m, 1, length), part(draws, m, length + 1, 3));
      InducingProjection projection = projections.projection(rotated);
      double[] gradient = {1, 2, 3};
      double[] factorGradient = new double[m * m];
      parts.forEach(part -> part.pullBack(projection, x, factorGradient, gradient));
      double[] before = factorGradient.clone();
      projection.pullBackInducing(factorGradient, gradient);
      assertThat(factorGradient).isEqualTo(before);
      for (int g = 0; g < 3; g++) {
        double above = value(moved(projections, projection, g, STEP), x, parts);
        double below = value(moved(projections, projection, g, -STEP), x, parts);
        assertClose(
            "∂/∂log σ²[" + g + "]",
            gradient[g] - (g + 1),
            (above - below) / (2 * STEP),
            FINITE_DIFFERENCE);
      }
    }
  }

  private static InducingProjection moved(
      ProjectionCase parts, InducingProjection projection, int group, double step) {
    return projection.withKernel(parts.random().withLogVariance(group, step).kernel());
  }

  /** {@code L⁻ᵀ Q} is the transpose of what makes w of {@code k(Z, x)}. */
  @ParameterizedTest
  @CsvSource({"1, 1, true", "4, 3, false", "4, 3, true"})
  void pullBackColumnsIsTheTransposeOfWhitening(int m, int columns, boolean rotated) {
    InducingProjection projection = ProjectionCase.of(m, 1, m).projection(rotated);
    double[] whitening = rowMajor(identity(m));
    projection.whiten(whitening, m);
    double[] gradient = new Draws(m).normals(m * columns, 1);
    double[][] expected = product(transposed(matrix(whitening, m)), matrix(gradient, m));
    projection.pullBackColumns(gradient, columns);
    assertClose("L⁻ᵀ Q g", gradient, rowMajor(expected), ALGEBRA);
  }
}
