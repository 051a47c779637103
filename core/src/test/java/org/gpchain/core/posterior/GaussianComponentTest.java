package org.gpchain.core.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianComponentTest {
  private static final int LABELS = 3;

  /** M on both sides of multiples of four, as sums are taken four at a time. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, true",
    "1, 1, false",
    "3, 4, false",
    "4, 1, true",
    "4, 5, false",
    "5, 2, true",
    "9, 6, true",
    "9, 6, false"
  })
  void momentsOfTheLatentFunctionEqualTheFormulae(int m, int length, boolean diagonal) {
    Draws draws = new Draws(m + length);
    GaussianComponent component = Components.of(draws, LABELS, m, diagonal);
    assertThat(component.isDiagonal()).isEqualTo(diagonal);
    double[] w = draws.normals(length * m, 1);
    double[] before = w.clone();
    double[][] rows = matrix(w, length);
    for (int label = 0; label < LABELS; label++) {
      double[][] s = Components.covariance(component, label, m);
      double[][] mean = product(rows, Components.mean(component, label, m));
      double[] meanOut = new double[length * LABELS];
      Arrays.fill(meanOut, -7);
      component.latentMean(label, w, length, meanOut, LABELS);
      for (int i = 0; i < meanOut.length; i++) {
        double expected = i % LABELS == label ? mean[i / LABELS][0] : -7;
        assertClose("b", meanOut[i], expected, ROUNDING);
      }
      double[] start = draws.normals(length * length, 1);
      double[] covariance = start.clone();
      component.addLatentCovariance(label, w, length, covariance);
      double[][] explained = product(product(rows, s), transposed(rows));
      assertClose(
          "W S Wᵀ", covariance, rowMajor(sum(matrix(start, length), 1, explained)), ROUNDING);
      double[][] excess = product(rows, sum(s, -1, identity(m)));
      assertClose("W (S − I)", component.excess(label, w, length), rowMajor(excess), ROUNDING);
    }
    assertThat(w).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6})
  void deviationsAreADiagonalFactor(int m) {
    Draws draws = new Draws(m);
    GaussianComponent diagonal = Components.diagonal(draws, LABELS, m);
    double[][] factor = new double[LABELS][m * m];
    for (int i = 0; i < LABELS * m; i++) {
      factor[i / m][(i % m) * (m + 1)] = diagonal.deviation()[i];
    }
    GaussianComponent full = GaussianComponent.full(diagonal.mean(), factor);
    double[] w = draws.normals(4 * m, 1);
    for (int label = 0; label < LABELS; label++) {
      double[] expected = new double[16];
      diagonal.addLatentCovariance(label, w, 4, expected);
      double[] actual = new double[16];
      full.addLatentCovariance(label, w, 4, actual);
      assertClose("W S Wᵀ", actual, expected, ROUNDING);
      assertClose("W (S − I)", full.excess(label, w, 4), diagonal.excess(label, w, 4), ROUNDING);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void zerosHaveTheSameShape(boolean diagonal) {
    GaussianComponent like = Components.of(new Draws(1), LABELS, 4, diagonal);
    GaussianComponent zeros = GaussianComponent.zeros(like);
    zeros.check(LABELS, 4);
    assertThat(zeros.isDiagonal()).isEqualTo(diagonal);
    assertThat(zeros.mean()).containsOnly(0);
    if (diagonal) {
      assertThat(zeros.deviation()).containsOnly(0);
    } else {
      assertThat(zeros.factor()).isDeepEqualTo(new double[LABELS][16]);
    }
  }

  @Test
  void refusesOtherShapes() {
    double[] six = new double[6];
    assertRefused(() -> new GaussianComponent(six, null, null), "either deviations or factors");
    assertRefused(
        () -> new GaussianComponent(six, six, new double[2][9]), "either deviations or factors");
    GaussianComponent.diagonal(six, six).check(2, 3);
    GaussianComponent.full(six, new double[2][9]).check(2, 3);
    refuses(GaussianComponent.diagonal(new double[5], six), "mean must have length 6");
    refuses(GaussianComponent.diagonal(six, new double[5]), "deviation must have length 6");
    refuses(GaussianComponent.full(six, new double[3][9]), "factor must have length 2");
    double[][] uneven = {new double[9], new double[8]};
    refuses(GaussianComponent.full(six, uneven), "factor must have length 9");
  }

  private static void refuses(GaussianComponent component, String message) {
    assertRefused(() -> component.check(2, 3), message);
  }
}
