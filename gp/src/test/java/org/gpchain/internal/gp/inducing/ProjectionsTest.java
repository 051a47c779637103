package org.gpchain.internal.gp.inducing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.meanDiagonal;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rotated projections, and the expansions and pull-backs of projections. */
class ProjectionsTest {
  private static final int FROM = 2;

  private static double[] projected(
      InducingProjection projection, ProjectionCase parts, int count) {
    double[] out = new double[projection.size() * count];
    projection.project(parts.random().rows(), FROM, count, out);
    return out;
  }

  /** Returns {@code Aᵀ B} of matrices with m rows. */
  private static double[] products(double[] a, double[] b, int m) {
    return rowMajor(product(transposed(matrix(a, m)), matrix(b, m)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "4, 1", "6, 7"})
  void rotationChangesOnlyCoordinates(int m, int count) {
    ProjectionCase parts = ProjectionCase.of(m + count, count + FROM, m);
    InducingProjection plain = parts.projection(false);
    InducingProjection rotated = plain.rotated(parts.axes());
    assertThat(plain.axes()).isNull();
    assertThat(rotated.axes()).isSameAs(parts.axes());
    assertThat(rotated.size()).isEqualTo(m);
    assertThat(rotated.kernel()).isSameAs(plain.kernel());
    assertThat(rotated.inducing()).isSameAs(parts.inducing());

    double[] w = projected(plain, parts, count);
    double[] wRotated = projected(rotated, parts, count);
    assertClose("Qᵀ w", wRotated, products(parts.axes(), w, m), ALGEBRA);
    assertClose("W Wᵀ", products(wRotated, wRotated, m), products(w, w, m), ALGEBRA);
    assertClose(
        "K̃",
        rotated.residual(parts.random().rows(), FROM, count, wRotated),
        plain.residual(parts.random().rows(), FROM, count, w),
        ALGEBRA);
  }

  /** For {@code v = Qᵀ L⁻¹ u}, the products {@code vᵀ v} are {@code uᵀ (L Lᵀ)⁻¹ u}. */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "5, false", "5, true"})
  void productsOfWhitenedValuesArePriorProducts(int m, boolean isRotated) {
    ProjectionCase parts = ProjectionCase.of(m, 1, m);
    double[] u = new Draws(m).normals(m * 3, 1);
    double[] v = u.clone();
    parts.projection(isRotated).whiten(v, 3);
    double[][] kzz = parts.random().covariances(parts.inducing(), 0, m, parts.inducing());
    double[][] prior = sum(kzz, 1e-3 * meanDiagonal(kzz), identity(m));
    assertClose(
        "vᵀ v",
        products(v, v, m),
        products(u, rowMajor(product(inverse(prior), matrix(u, m))), m),
        ALGEBRA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6})
  void unrotateUndoesTheRotation(int m) {
    ProjectionCase parts = ProjectionCase.of(m, 1, m);
    InducingProjection plain = parts.projection(false);
    InducingProjection rotated = parts.projection(true);
    double[] values = new Draws(m).normals(m * 4, 1);
    double[] expected = values.clone();
    plain.whiten(expected, 4);
    double[] actual = values.clone();
    rotated.whiten(actual, 4);
    rotated.unrotate(actual, 4);
    assertClose("Q Qᵀ L⁻¹ u", actual, expected, ALGEBRA);

    double[] unchanged = values.clone();
    plain.unrotate(unchanged, 4);
    assertThat(unchanged).isEqualTo(values);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withKernelEqualsANewProjectionWithTheKernel(boolean isRotated) {
    ProjectionCase parts = ProjectionCase.of(4, 3 + FROM, 5);
    AdditiveLinearKernel other = parts.random().withLogVariance(1, 0.7).kernel();
    InducingProjection actual = parts.projection(isRotated).withKernel(other);
    InducingProjection expected = InducingProjection.of(other, parts.inducing());
    if (isRotated) {
      expected = expected.rotated(parts.axes());
    }
    assertThat(actual.kernel()).isSameAs(other);
    assertThat(actual.axes()).isSameAs(isRotated ? parts.axes() : null);
    assertThat(projected(actual, parts, 3)).isEqualTo(projected(expected, parts, 3));
  }

  @Test
  void refusesASecondRotationAndOtherShapes() {
    ProjectionCase parts = ProjectionCase.of(1, 1, 3);
    InducingProjection rotated = parts.projection(true);
    assertFails(
        IllegalStateException.class, () -> rotated.rotated(parts.axes()), "rotated already");
    assertRefused(() -> parts.projection(false).rotated(new double[8]), "axes must have length 9");
  }

  // The tests of pull-backs compute the gradient of Σ A ∘ w + Σ B ∘ K̃ over several sentences with
  // respect to the log variances of the kernel, and compare it with finite differences.

  /**
   * A sentence and the weights of its terms in the sum.
   *
   * @param from first row of the sentence
   * @param length number of tokens T
   * @param a weights of w, {@code [M×T]}
   * @param b weights of K̃, {@code [T×T]}
   */
  private record Part(int from, int length, double[] a, double[] b) {
    double value(InducingProjection projection, SparseRows x) {
      double[] w = new double[a.length];
      projection.project(x, from, length, w);
      return dot(a, w) + dot(b, projection.residual(x, from, length, w));
    }

    /**
     * Adds the gradient through the inputs to {@code out}, and the gradient through the factor of
     * K_ZZ, {@code ∂/∂L = −Σ_t ∂/∂k(Z, x_t) w_tᵀ}, to {@code factorGradient}.
     */
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
      projection.pullBackInputs(x, from, new InputGradient(length, columns, b), out);
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
  void gradientOfLogVariancesEqualsFiniteDifferences(int m, int length, boolean rotated) {
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

  @ParameterizedTest
  @CsvSource({"1, 1, false", "1, 3, true", "6, 1, true", "6, 4, false", "7, 3, true"})
  void expansionEqualsTheProjection(int m, int columns, boolean rotated) {
    ProjectionCase parts = ProjectionCase.of(m + columns, 5, m);
    InducingProjection projection = parts.projection(rotated);
    double[] values = new Draws(m).normals(m * columns, 1);
    double[] before = values.clone();
    KernelExpansion expansion = projection.expansion(values);
    assertThat(values).isEqualTo(before);
    assertThat(expansion.functionCount()).isEqualTo(columns);
    assertThat(expansion.inducing()).isSameAs(projection.inducing());
    assertThat(expansion.kernel()).isSameAs(projection.kernel());
    SparseRows x = parts.random().rows();
    double[] actual = new double[3 * columns];
    expansion.values(x, FROM, 3, actual);
    assertClose("f", actual, products(projected(projection, parts, 3), values, m), ALGEBRA);

    KernelExpansion copy =
        new KernelExpansion(expansion.kernel(), expansion.inducing(), expansion.coefficients());
    double[] valuesOfCopy = new double[3 * columns];
    copy.values(x, FROM, 3, valuesOfCopy);
    assertThat(valuesOfCopy).isEqualTo(actual);
  }

  @Test
  void refusesExpansionsOfOtherShapes() {
    ProjectionCase parts = ProjectionCase.of(1, 2, 3);
    assertRefused(() -> parts.projection(false).expansion(new double[4]), "[M×columns]");
    assertRefused(
        () -> new KernelExpansion(parts.random().kernel(), parts.inducing(), new double[4]),
        "[M×V]");
    KernelExpansion expansion = parts.projection(false).expansion(new double[6]);
    assertRefused(() -> expansion.values(parts.random().rows(), 0, 2, new double[3]), "[count×V]");
  }
}
