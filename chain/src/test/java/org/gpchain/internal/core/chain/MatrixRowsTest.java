package org.gpchain.internal.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import org.gpchain.core.Draws;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests products against simple loops. The results must be identical. */
class MatrixRowsTest {
  private final MatrixRows rows = new MatrixRows();

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 7, 8, 23})
  void multipliesVectors(int v) {
    Draws draws = new Draws(v);
    double[] matrix = draws.normals(v * v, 1);
    double[] left = draws.normals(v + 2, 1);
    double[] expected = new double[v];
    double[] expectedOfTransposed = new double[v];
    for (int a = 0; a < v; a++) {
      for (int b = 0; b < v; b++) {
        expected[b] += left[2 + a] * matrix[a * v + b];
        expectedOfTransposed[b] += left[2 + a] * matrix[b * v + a];
      }
    }

    rows.resize(v);
    double[] product = new double[v];
    rows.set(matrix);
    rows.multiply(left, 2, product);
    assertThat(product).containsExactly(expected);

    rows.setTransposed(matrix);
    rows.multiply(left, 2, product);
    assertThat(product).containsExactly(expectedOfTransposed);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 9})
  void addsOuterProducts(int count) {
    int v = 5;
    Draws draws = new Draws(count);
    double[] left = draws.normals(1 + count * v, 1);
    double[] right = draws.normals(2 + count * v, 1);
    double[] factors = draws.normals(v * v, 1);
    double[] expected = new double[v * v];
    for (int t = 0; t < count; t++) {
      for (int a = 0; a < v; a++) {
        for (int b = 0; b < v; b++) {
          expected[a * v + b] += left[1 + t * v + a] * right[2 + t * v + b];
        }
      }
    }
    for (int i = 0; i < v * v; i++) {
      expected[i] *= factors[i];
    }

    rows.resize(v);
    rows.addOuterProducts(draws.normals(v, 1), 0, draws.normals(v, 1), 0, 1);
    rows.clear();
    rows.addOuterProducts(left, 1, right, 2, count);
    double[] product = new double[v * v];
    rows.timesEach(factors, product);

    assertThat(product).containsExactly(expected);
  }
}
