package org.gpchain.core.gp;

import static org.assertj.core.api.Assertions.assertThat;
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
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other coordinates for the inducing values, and the way from one to the other. */
class RotatedProjectionTest {
  private static final int FROM = 2;

  private static double[] projected(
      InducingProjection projection, ProjectionCase parts, int count) {
    double[] out = new double[projection.size() * count];
    projection.project(parts.random().rows(), FROM, count, out);
    return out;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "4, 1", "6, 7"})
  void turnsCoordinatesAndNothingElse(int m, int count) {
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
    assertClose(
        "Qᵀ w",
        wRotated,
        rowMajor(product(transposed(matrix(parts.axes(), m)), matrix(w, m))),
        ALGEBRA);
    assertClose(
        "W Wᵀ",
        rowMajor(product(transposed(matrix(wRotated, m)), matrix(wRotated, m))),
        rowMajor(product(transposed(matrix(w, m)), matrix(w, m))),
        ALGEBRA);
    assertClose(
        "K̃",
        rotated.residual(parts.random().rows(), FROM, count, wRotated),
        plain.residual(parts.random().rows(), FROM, count, w),
        ALGEBRA);
  }

  /** {@code v = Qᵀ L⁻¹ u} has the products {@code uᵀ (L Lᵀ)⁻¹ u} that u has. */
  @ParameterizedTest
  @CsvSource({"1, false", "1, true", "5, false", "5, true"})
  void whitenedValuesHaveThePriorsProducts(int m, boolean isRotated) {
    ProjectionCase parts = ProjectionCase.of(m, 1, m);
    double[] u = new Draws(m).normals(m * 3, 1);
    double[] v = u.clone();
    parts.projection(isRotated).whiten(v, 3);
    double[][] kzz = parts.random().covariances(parts.inducing(), 0, m, parts.inducing());
    double[][] prior = sum(kzz, 1e-3 * meanDiagonal(kzz), identity(m));
    assertClose(
        "vᵀ v",
        rowMajor(product(transposed(matrix(v, m)), matrix(v, m))),
        rowMajor(product(product(transposed(matrix(u, m)), inverse(prior)), matrix(u, m))),
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
    double[] same = values.clone();
    plain.unrotate(same, 4);
    assertThat(same).isEqualTo(values);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void withKernelIsTheProjectionMadeWithThatKernel(boolean isRotated) {
    ProjectionCase parts = ProjectionCase.of(4, 3 + FROM, 5);
    AdditiveLinearKernel other = parts.random().withLogVariance(1, 0.7).kernel();
    InducingProjection actual = parts.projection(isRotated).withKernel(other);
    InducingProjection expected = InducingProjection.of(other, parts.inducing());
    expected = isRotated ? expected.rotated(parts.axes()) : expected;
    assertThat(actual.kernel()).isSameAs(other);
    assertThat(actual.axes()).isSameAs(isRotated ? parts.axes() : null);
    assertThat(projected(actual, parts, 3)).isEqualTo(projected(expected, parts, 3));
  }

  @Test
  void refusesToTurnTwiceAndOtherShapes() {
    ProjectionCase parts = ProjectionCase.of(1, 1, 3);
    InducingProjection rotated = parts.projection(true);
    assertFails(
        IllegalStateException.class, () -> rotated.rotated(parts.axes()), "rotated already");
    assertRefused(() -> parts.projection(false).rotated(new double[8]), "axes must have length 9");
  }
}
