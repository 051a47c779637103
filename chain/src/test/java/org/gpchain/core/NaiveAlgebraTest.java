package org.gpchain.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import org.junit.jupiter.api.Test;

/** Tests {@link NaiveAlgebra}, on which other tests rely. */
class NaiveAlgebraTest {
  @Test
  void inverseTimesMatrixIsTheIdentity() {
    for (int n = 1; n <= 12; n++) {
      double[][] a = matrix(new Draws(n).normals(n * n, 1), n);
      double[][] product = product(inverse(a), a);
      for (int i = 0; i < n; i++) {
        assertClose("A⁻¹ A", product[i], identity(n)[i], ALGEBRA);
      }
    }
  }

  @Test
  void rowMajorUndoesMatrix() {
    double[] values = new Draws(1).normals(6, 1);
    assertThat(rowMajor(matrix(values, 2))).isEqualTo(values);
  }

  @Test
  void logDeterminantOfASmallMatrix() {
    double[][] a = {{0, 2}, {-3, 1}};
    assertClose("log |A|", logDeterminant(a), Math.log(6), ALGEBRA);
  }
}
