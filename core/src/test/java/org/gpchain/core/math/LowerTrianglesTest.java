package org.gpchain.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LowerTrianglesTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "4, 1", "5, 2", "17, 3"})
  void productsAddUp(int n, int m) {
    Draws draws = new Draws(n);
    List<Cholesky> factors = new ArrayList<>();
    for (int c = 0; c < m; c++) {
      double[] lower = draws.normals(n * n, 1);
      for (int t = 0; t < n; t++) {
        Arrays.fill(lower, t * n + t + 1, (t + 1) * n, 0);
      }
      factors.add(Cholesky.ofFactor(lower, n));
    }
    double[] start = draws.normals(n * m + 2, 1);
    LowerTriangles triangles = LowerTriangles.of(factors);
    for (int repeat = 0; repeat < 2; repeat++) {
      double[] x = draws.normals(n * m, 1);
      double[] before = x.clone();
      double[] y = start.clone();
      triangles.addProduct(x, y);
      assertThat(x).isEqualTo(before);
      double[] expected = start.clone();
      for (int c = 0; c < m; c++) {
        for (int t = 0; t < n; t++) {
          for (int s = 0; s < n; s++) {
            expected[t * m + c] += factors.get(c).lower()[t * n + s] * x[s * m + c];
          }
        }
      }
      assertClose("y", y, expected, ROUNDING);
    }
  }

  @Test
  void numbersAreMatricesOfOneEntry() {
    double[] y = {1, 1, 1};
    LowerTriangles.ofNumbers(new double[] {2, 0, -3}).addProduct(new double[] {5, 6, 7}, y);
    assertThat(y).containsExactly(11, 1, -20);
  }
}
