package org.gpchain.internal.gp.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests values of kernels of each form, and the median heuristic for length-scales. */
class KernelValuesTest {
  /** Returns the covariances of all rows of Z with a row of X. */
  private static double[] column(Kernel kernel, SparseRows z, SparseRows x, int row) {
    double[] out = new double[z.rowCount()];
    Arrays.fill(out, Double.NaN);
    kernel.against(z).write(x, row, ColumnBlock.ofColumn(out), 0);
    return out;
  }

  private static final float[] VECTORS = {1, 2, -3, 0.5f};

  /** Vectors of features: (1, 2) for feature 0, none for feature 1, (−3, 0.5) for feature 2. */
  private static final int[] VECTOR_OF = {0, -1, 1};

  private static final SparseRows ROWS =
      SparseRows.of(3, new int[] {0, 2, 3, 4, 6}, new int[] {0, 1, 2, 1, 0, 2});

  @Test
  void embeddingIsTheInnerProductOfTheVectors() {
    EmbeddingKernel kernel = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 0.5);
    assertThat(column(kernel, ROWS, ROWS, 0)).containsExactly(0.5 * 5, 0.5 * -2, 0, 0.5 * 3);
    assertThat(kernel.variance(ROWS, 3)).isEqualTo(0.5 * (4 + 6.25));
    assertThat(kernel.variance(ROWS, 2)).isZero();
  }

  @Test
  void entryValuesMultiplyTheVectors() {
    EmbeddingKernel kernel = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 0.5);
    SparseRows weighted =
        SparseRows.of(3, new int[] {0, 2}, new int[] {0, 2}, new float[] {0.5f, 0.25f});
    // The vector of the row is (0.5, 1) + (−0.75, 0.125).
    assertThat(kernel.variance(weighted, 0)).isEqualTo(0.5 * (0.0625 + 1.265625));
    assertThat(column(kernel, weighted, ROWS, 0)).containsExactly(0.5 * (-0.25 + 2 * 1.125));
  }

  @Test
  void rbfOfASumIsTheRbfOfConcatenatedVectors() {
    Kernel first = new EmbeddingKernel(VECTOR_OF, VECTORS, 2, 1);
    Kernel second = new EmbeddingKernel(new int[] {-1, 0, -1}, new float[] {4}, 1, 1);
    Kernel window = new ComposedKernel(new SumKernel(first, second), 1, new Rbf(2));
    // The concatenated vectors are (1, 2, 4) and (−3, 0.5, 0).
    assertClose("k", column(window, ROWS, ROWS, 1)[0], Math.exp(-(16 + 2.25 + 16) / 8), ROUNDING);
  }

  @Test
  void embeddingRefusesWrongVectors() {
    assertRefused(
        () -> new EmbeddingKernel(VECTOR_OF, VECTORS, 3, 1), "vectors must have length 3");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> new EmbeddingKernel(VECTOR_OF, VECTORS, 4, 1),
        "vector of feature 2");
    assertFails(
        IndexOutOfBoundsException.class,
        () -> new EmbeddingKernel(new int[] {-2}, VECTORS, 2, 1),
        "vector of feature 0");
    assertRefused(() -> new EmbeddingKernel(VECTOR_OF, VECTORS, 0, 1), "dimension");
    assertRefused(() -> new EmbeddingKernel(VECTOR_OF, VECTORS, 2, Double.NaN), "variance");
    assertRefused(
        () -> new EmbeddingKernel(new int[] {0}, new float[] {1, Float.NaN}, 1, 1),
        "vector 1 has NaN");
  }

  private static final int FEATURES = 9;
  private final RandomRows random = RandomRows.of(3, 8, FEATURES, 5);

  /** Returns a row in which each feature is multiplied by its standard deviation. */
  private double[] dense(SparseRows x, int row) {
    double[] dense = new double[FEATURES];
    for (int i = x.start(row); i < x.start(row + 1); i++) {
      dense[x.column(i)] += x.value(i) * Math.sqrt(random.kernel().featureVariance(x.column(i)));
    }
    return dense;
  }

  /** Fails unless a kernel equals a function of two dense rows. */
  private void assertEqualsFunction(
      String formula, Kernel kernel, ToDoubleBiFunction<double[], double[]> value) {
    SparseRows z = RandomRows.rows(new Draws(8), 6, FEATURES, 5);
    SparseRows x = random.rows();
    for (int r = 0; r < x.rowCount(); r++) {
      double[] k = column(kernel, z, x, r);
      for (int m = 0; m < z.rowCount(); m++) {
        double expected = value.applyAsDouble(dense(z, m), dense(x, r));
        assertClose(formula, k[m], expected, ROUNDING);
      }
    }
  }

  @Test
  void rbfEqualsItsFormula() {
    assertEqualsFunction(
        "σ² exp(−‖x − x'‖² / 2ℓ²)",
        new ComposedKernel(random.kernel(), 0.8, new Rbf(1.7)),
        (a, b) -> {
          Arrays.setAll(a, d -> a[d] - b[d]);
          return 0.8 * Math.exp(-dot(a, a) / (2 * 1.7 * 1.7));
        });
  }

  @Test
  void cosineEqualsItsFormula() {
    assertEqualsFunction(
        "σ² ((cos + c) / (1 + c))^p",
        new ComposedKernel(random.kernel(), 0.8, new CosinePolynomial(0.5, 3)),
        (a, b) -> {
          double lengths = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
          double cosine = lengths > 0 ? dot(a, b) / lengths : 0;
          return 0.8 * Math.pow((cosine + 0.5) / 1.5, 3);
        });
  }

  @Test
  void emptyRowsHaveAVariance() {
    SparseRows x = SparseRows.of(FEATURES, new int[] {0, 0, 3}, new int[] {1, 1, 4});
    Kernel rbf = new ComposedKernel(random.kernel(), 0.8, new Rbf(1));
    Kernel cosine = new ComposedKernel(random.kernel(), 0.8, new CosinePolynomial(1, 2));
    assertThat(rbf.variance(x, 0)).isEqualTo(0.8);
    assertThat(rbf.variance(x, 1)).isEqualTo(0.8);
    assertThat(cosine.variance(x, 0)).isEqualTo(0.8 / 4);
    assertThat(cosine.variance(x, 1)).isEqualTo(0.8);
    assertThat(column(cosine, x, x, 1)[0]).isEqualTo(0.8 / 4);
  }

  @Test
  void negativeDistancesByRoundingAreZero() {
    assertThat(new Rbf(1e-9).value(1.0000000000000002, 1, 1)).isEqualTo(1);
    assertThat(new Rbf(1e-9).derivative(1.0000000000000002, 1, 1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesParametersThatAreNotPositive(double value) {
    Kernel base = random.kernel();
    assertRefused(() -> new ComposedKernel(base, value, new Rbf(1)), "variance");
    assertRefused(() -> new Rbf(value), "length-scale");
    assertRefused(() -> new CosinePolynomial(value, 2), "offset");
  }

  @Test
  void refusesDegreeZeroAndEmptySums() {
    assertRefused(() -> new CosinePolynomial(1, 0), "degree");
    assertRefused(() -> new SumKernel(List.of()), "number of parts");
  }

  private static final Kernel KERNEL =
      new AdditiveLinearKernel(new int[] {0, 0, 1}, new double[] {1, 4});

  /** Returns rows that list feature 0 the given number of times. */
  private static SparseRows counts(int... counts) {
    int[] start = new int[counts.length + 1];
    for (int r = 0; r < counts.length; r++) {
      start[r + 1] = start[r] + counts[r];
    }
    return SparseRows.of(3, start, new int[start[counts.length]]);
  }

  @Test
  void medianHeuristicIgnoresZeroDistances() {
    // The distances are 1, 3, 7, 2, 6 and 4.
    assertThat(Rbf.medianDistance(KERNEL, counts(0, 1, 3, 7), 100, 1)).isEqualTo(4);
    assertThat(Rbf.medianDistance(KERNEL, counts(2, 2, 2, 2, 7), 100, 1)).isEqualTo(5);
  }

  @Test
  void medianHeuristicUsesDistancesOfTheKernel() {
    SparseRows rows = SparseRows.of(3, new int[] {0, 1, 2}, new int[] {0, 2});
    assertClose("ℓ", Rbf.medianDistance(KERNEL, rows, 2, 1), Math.sqrt(5), ROUNDING);
  }

  @Test
  void medianHeuristicIsOneWithoutDistances() {
    assertThat(Rbf.medianDistance(KERNEL, counts(2, 2), 5, 1)).isEqualTo(1);
    assertThat(Rbf.medianDistance(KERNEL, counts(2), 5, 1)).isEqualTo(1);
    assertThat(Rbf.medianDistance(KERNEL, counts(), 5, 1)).isEqualTo(1);
  }

  @Test
  void medianHeuristicOfASampleDependsOnTheSeed() {
    int[] counts = new int[40];
    Arrays.setAll(counts, r -> r * r / 10);
    SparseRows rows = counts(counts);
    double whole = Rbf.medianDistance(KERNEL, rows, 40, 1);
    assertThat(Rbf.medianDistance(KERNEL, rows, 1000, 2)).isEqualTo(whole);
    double some = Rbf.medianDistance(KERNEL, rows, 10, 1);
    assertThat(Rbf.medianDistance(KERNEL, rows, 10, 1)).isEqualTo(some);
    assertThat(some).isBetween(whole / 4, whole * 4);
  }

  @Test
  void medianHeuristicNeedsTwoRows() {
    assertRefused(() -> Rbf.medianDistance(KERNEL, counts(1, 2), 1, 1), "sample");
  }
}
