package org.gpchain.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.gpchain.core.Draws;
import org.gpchain.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels of kernels against their definitions with dense vectors. */
class ComposedKernelTest {
  private static final int FEATURES = 9;
  private final RandomRows random = RandomRows.of(3, 8, FEATURES, 5);

  /** A row in the space of the base kernel: each feature times its standard deviation. */
  private double[] dense(SparseRows x, int row) {
    double[] dense = new double[FEATURES];
    for (int i = x.start(row); i < x.start(row + 1); i++) {
      dense[x.column(i)] += x.value(i) * Math.sqrt(random.kernel().featureVariance(x.column(i)));
    }
    return dense;
  }

  private static double covariance(Kernel kernel, SparseRows z, int zRow, SparseRows x, int row) {
    double[] out = new double[1];
    kernel.against(z.select(new int[] {zRow})).of(x, row, out, 0, 1);
    return out[0];
  }

  /** Compares a kernel with a function of two dense rows. */
  private void check(String formula, Kernel kernel, ToDoubleBiFunction<double[], double[]> value) {
    SparseRows z = RandomRows.rows(new Draws(8), 6, FEATURES, 5);
    SparseRows x = random.rows();
    for (int m = 0; m < z.rowCount(); m++) {
      for (int r = 0; r < x.rowCount(); r++) {
        double expected = value.applyAsDouble(dense(z, m), dense(x, r));
        assertClose(formula, covariance(kernel, z, m, x, r), expected, ROUNDING);
      }
    }
  }

  @Test
  void rbfIsThatOfWeightedDistances() {
    check(
        "σ² exp(−‖x − x'‖² / 2ℓ²)",
        new ComposedKernel(random.kernel(), 0.8, new Rbf(1.7)),
        (a, b) -> {
          Arrays.setAll(a, d -> a[d] - b[d]);
          return 0.8 * Math.exp(-dot(a, a) / (2 * 1.7 * 1.7));
        });
  }

  @Test
  void cosineIsThatOfNormalisedRows() {
    check(
        "σ² ((cos + c) / (1 + c))^p",
        new ComposedKernel(random.kernel(), 0.8, new CosinePolynomial(0.5, 3)),
        (a, b) -> {
          double lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
          double cosine = lengths > 0 ? dot(a, b) / lengths : 0;
          return 0.8 * Math.pow((cosine + 0.5) / 1.5, 3);
        });
  }

  @Test
  void theOriginHasAVariance() {
    SparseRows x = SparseRows.of(FEATURES, new int[] {0, 0, 3}, new int[] {1, 1, 4});
    Kernel rbf = new ComposedKernel(random.kernel(), 0.8, new Rbf(1));
    Kernel cosine = new ComposedKernel(random.kernel(), 0.8, new CosinePolynomial(1, 2));
    assertThat(rbf.variance(x, 0)).isEqualTo(0.8);
    assertThat(rbf.variance(x, 1)).isEqualTo(0.8);
    assertThat(cosine.variance(x, 0)).isEqualTo(0.8 / 4);
    assertThat(cosine.variance(x, 1)).isEqualTo(0.8);
    assertThat(covariance(cosine, x, 0, x, 1)).isEqualTo(0.8 / 4);
  }

  @Test
  void roundingMakesNoDistanceNegative() {
    assertThat(new Rbf(1e-9).value(1.0000000000000002, 1, 1)).isEqualTo(1);
    assertThat(new Rbf(1e-9).derivative(1.0000000000000002, 1, 1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNotPositive(double wrong) {
    Kernel base = random.kernel();
    assertRefused(() -> new ComposedKernel(base, wrong, new Rbf(1)), "variance");
    assertRefused(() -> new Rbf(wrong), "length-scale");
    assertRefused(() -> new CosinePolynomial(wrong, 2), "offset");
    assertRefused(() -> new CosinePolynomial(1, 0), "degree");
    assertRefused(() -> new SumKernel(List.of()), "number of parts");
  }
}
