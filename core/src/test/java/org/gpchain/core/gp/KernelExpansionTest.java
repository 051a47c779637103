package org.gpchain.core.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelExpansionTest {
  @ParameterizedTest
  @CsvSource({"1, 1, false", "1, 3, true", "6, 1, true", "6, 4, false", "7, 3, true"})
  void anExpansionHasTheValuesOfTheProjection(int m, int columns, boolean rotated) {
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
    double[] projected = new double[m * 3];
    projection.project(x, 2, 3, projected);
    double[] expected = new double[3 * columns];
    for (int t = 0; t < 3; t++) {
      for (int c = 0; c < columns; c++) {
        for (int i = 0; i < m; i++) {
          expected[t * columns + c] += projected[i * 3 + t] * values[i * columns + c];
        }
      }
    }
    double[] actual = new double[3 * columns];
    expansion.values(x, 2, 3, actual);
    assertClose("f", actual, expected, ALGEBRA);
    KernelExpansion again =
        new KernelExpansion(expansion.kernel(), expansion.inducing(), expansion.coefficients());
    double[] same = new double[3 * columns];
    again.values(x, 2, 3, same);
    assertThat(same).isEqualTo(actual);
  }

  @Test
  void shapesAreChecked() {
    ProjectionCase parts = ProjectionCase.of(1, 2, 3);
    assertRefused(() -> parts.projection(false).expansion(new double[4]), "[M×columns]");
    assertRefused(
        () -> new KernelExpansion(parts.random().kernel(), parts.inducing(), new double[4]),
        "[M×V]");
    KernelExpansion expansion = parts.projection(false).expansion(new double[6]);
    assertRefused(() -> expansion.values(parts.random().rows(), 0, 2, new double[3]), "[count×V]");
  }
}
