package org.gpchain.internal.gp.kernel;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.FINITE_DIFFERENCE;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.ColumnBlock;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.RandomRows;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every kernel must pass. Rows may be empty or list a feature more than once. */
public class KernelContractTest {
  /** Number of features of the rows. */
  private static final int FEATURES = 12;

  /** Returns kernels over {@link #FEATURES} features. Each kernel depends on a seed. */
  static Stream<Named<LongFunction<Kernel>>> kernels() {
    return Stream.of(
        Named.of("additive linear", seed -> linear(seed)),
        Named.of("embedding", seed -> embedding(seed)),
        Named.of("RBF of linear", seed -> new ComposedKernel(linear(seed), 0.7, new Rbf(1.3))),
        Named.of(
            "RBF of a window",
            seed ->
                new ComposedKernel(
                    new SumKernel(embedding(seed), embedding(seed + 1)), 2, new Rbf(0.9))),
        Named.of(
            "cosine of linear",
            seed ->
                new ComposedKernel(
                    linear(seed), 1.4, new CosinePolynomial(0.6, 1 + (int) seed % 3))),
        Named.of(
            "cosine of embedding",
            seed -> new ComposedKernel(embedding(seed), 1, new CosinePolynomial(1, 3))),
        Named.of(
            "sum",
            seed ->
                new SumKernel(
                    linear(seed),
                    new ComposedKernel(linear(seed), 0.5, new Rbf(2)),
                    embedding(seed))),
        Named.of("sum of one", seed -> new SumKernel(embedding(seed))));
  }

  /** Returns the classes of the tested kernels. */
  public static Set<Class<?>> tested() {
    return kernels().map(kernel -> kernel.getPayload().apply(1).getClass()).collect(toSet());
  }

  private static AdditiveLinearKernel linear(long seed) {
    return RandomRows.of(seed, 1, FEATURES, 1).kernel();
  }

  private static EmbeddingKernel embedding(long seed) {
    Draws draws = new Draws(seed);
    float[] vectors = draws.floats(4 * 3, 0.5);
    int[] vectorOf = draws.indices(FEATURES, 5);
    for (int d = 0; d < vectorOf.length; d++) {
      vectorOf[d]--;
    }
    return new EmbeddingKernel(vectorOf, vectors, 3, draws.between(0.2, 2.0));
  }

  /**
   * Returns rows. If there are at least three, the first is empty and the last equals the row
   * before it.
   */
  private static SparseRows rows(long seed, int count) {
    SparseRows random = RandomRows.rows(new Draws(seed + 31), count, FEATURES, 6);
    if (count < 3) {
      return random;
    }
    int[] numbers = new int[count - 1];
    Arrays.setAll(numbers, i -> Math.min(i, count - 3));
    SparseRows empty = SparseRows.of(FEATURES, new int[] {0, 0}, new int[0]);
    return empty.followedBy(random.select(numbers));
  }

  /** Returns {@code k(Z, X)}, {@code [M×N]}. */
  private static double[] block(Kernel kernel, SparseRows z, SparseRows x) {
    Kernel.CrossCovariance cross = kernel.against(z);
    double[] block = new double[z.rowCount() * x.rowCount()];
    Arrays.fill(block, Double.NaN);
    ColumnBlock columns = new ColumnBlock(block, x.rowCount());
    for (int r = 0; r < x.rowCount(); r++) {
      cross.write(x, r, columns, r);
    }
    return block;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void covariancesAreSymmetricPositiveDefiniteAndEqualVariances(LongFunction<Kernel> kernels) {
    IntStream.of(1, 2, 3, 9).forEach(n -> assertIsCovariance(kernels, n));
  }

  private static void assertIsCovariance(LongFunction<Kernel> kernels, int n) {
    for (int seed = 0; seed < 5; seed++) {
      Kernel kernel = kernels.apply(seed);
      SparseRows x = rows(seed, n);
      double[] k = block(kernel, x, x);
      double largest = 0;
      for (int i = 0; i < n; i++) {
        assertClose("k(x, x)", kernel.variance(x, i), k[i * n + i], ROUNDING);
        largest = Math.max(largest, k[i * n + i]);
        for (int j = 0; j < n; j++) {
          assertClose("k(x, x')", k[i * n + j], k[j * n + i], ROUNDING);
        }
      }

      for (int i = 0; i < n; i++) {
        k[i * n + i] += 1e-9 * (1 + largest);
      }

      assertThat(Cholesky.of("K", k, n, 1e-12).size()).isEqualTo(n);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void covarianceDependsOnlyOnItsTwoRows(LongFunction<Kernel> kernels) {
    SparseRows z = rows(1, 5);
    SparseRows x = rows(2, 4);
    double[] expected = block(kernels.apply(1), z, x);
    for (int m = 0; m < 5; m++) {
      for (int r = 0; r < 4; r++) {
        SparseRows point = z.select(new int[] {m});
        SparseRows row = x.select(new int[] {r});
        assertThat(block(kernels.apply(1), point, row)).containsExactly(expected[m * 4 + r]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void writeChangesOnlyItsColumn(LongFunction<Kernel> kernels) {
    SparseRows x = rows(3, 4);
    double[] block = new double[4 * 3];
    Arrays.fill(block, -7);
    kernels.apply(3).against(x).write(x, 2, new ColumnBlock(block, 3), 1);
    for (int m = 0; m < 4; m++) {
      assertThat(block[m * 3]).isEqualTo(-7);
      assertThat(block[m * 3 + 2]).isEqualTo(-7);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void pullBackIsTheDerivativeWithRespectToHyperParameters(LongFunction<Kernel> kernels) {
    checkPullBack(kernels, 1, 1);
    checkPullBack(kernels, 1, 4);
    checkPullBack(kernels, 6, 1);
    checkPullBack(kernels, 7, 5);
  }

  private static void checkPullBack(LongFunction<Kernel> kernels, int m, int n) {
    for (int seed = 0; seed < 5; seed++) {
      Kernel kernel = kernels.apply(seed);
      SparseRows z = rows(seed, m);
      SparseRows x = seed % 2 == 0 ? rows(seed + 1, n) : z.select(new int[] {m / 2});
      double[] weights = new Draws(seed).normals(m * x.rowCount(), 1);
      double[] before = weights.clone();
      double[] gradient = new double[kernel.hyperParameterCount()];
      Arrays.fill(gradient, 10);
      Kernel.CrossCovariance cross = kernel.against(z);
      ColumnBlock columns = new ColumnBlock(weights, x.rowCount());
      for (int r = 0; r < x.rowCount(); r++) {
        cross.pullBack(x, r, columns, r, gradient);
      }

      assertThat(weights).isEqualTo(before);

      for (int h = 0; h < gradient.length; h++) {
        double above = dot(weights, block(moved(kernel, h, STEP), z, x));
        double below = dot(weights, block(moved(kernel, h, -STEP), z, x));
        assertClose(
            "∂/∂θ[" + h + "]", gradient[h] - 10, (above - below) / (2 * STEP), FINITE_DIFFERENCE);
      }
    }
  }

  private static Kernel moved(Kernel kernel, int h, double step) {
    double[] logs = kernel.hyperParameters();
    logs[h] += step;
    return kernel.withHyperParameters(logs);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void kernelCanBeBuiltFromItsHyperParameters(LongFunction<Kernel> kernels) {
    SparseRows x = rows(4, 6);
    Kernel kernel = kernels.apply(4);
    double[] logs = kernel.hyperParameters();
    assertThat(logs).hasSize(kernel.hyperParameterCount());
    Kernel again = kernel.withHyperParameters(logs);
    assertThat(again).hasSameClassAs(kernel);
    assertClose("θ", again.hyperParameters(), logs, ROUNDING);
    assertClose("k", block(again, x, x), block(kernel, x, x), ROUNDING);
    assertRefused(
        () -> kernel.withHyperParameters(new double[logs.length + 1]),
        "logs must have length " + logs.length);
  }
}
