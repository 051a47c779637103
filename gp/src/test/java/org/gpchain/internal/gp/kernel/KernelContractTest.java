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
import org.gpchain.internal.core.kernel.VectorKernel;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Properties of every kernel. Rows may be empty, and may list a feature more than once. They have
 * vectors, which only some of the kernels read.
 */
public class KernelContractTest {
  /** Number of features. */
  private static final int FEATURES = 12;

  /** Number of blocks of vectors. */
  private static final int BLOCKS = 2;

  /** Number of components of a vector. */
  private static final int DIMENSION = 3;

  /** Returns functions that create a kernel over {@link #FEATURES} features from a seed. */
  static Stream<Named<LongFunction<Kernel>>> kernels() {
    return Stream.of(
        Named.of("additive linear", seed -> linear(seed)),
        Named.of("embedding", seed -> embedding(seed)),
        Named.of("additive linear with vectors", seed -> linearWithVectors(seed)),
        Named.of("vectors", seed -> vectors(seed)),
        Named.of("RBF of vectors", seed -> new ComposedKernel(vectors(seed), 0.8, new Rbf(1.7))),
        Named.of(
            "sum of features and vectors",
            seed ->
                new SumKernel(linear(seed), new ComposedKernel(vectors(seed), 0.8, new Rbf(1.7)))),
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

  /** Returns the classes of the kernels that this contract tests. */
  public static Set<Class<?>> tested() {
    return kernels().map(kernel -> kernel.getPayload().apply(1).getClass()).collect(toSet());
  }

  private static AdditiveLinearKernel linear(long seed) {
    return RandomRows.of(seed, 1, FEATURES, 1).kernel();
  }

  private static VectorKernel vectors(long seed) {
    return new VectorKernel(new Draws(seed).uniforms(BLOCKS, 0.2, 2));
  }

  /** Returns a linear kernel of all columns, in which each block of vectors is a group. */
  private static AdditiveLinearKernel linearWithVectors(long seed) {
    Draws draws = new Draws(seed);
    int[] groupOf = new int[FEATURES + BLOCKS * DIMENSION];
    for (int d = 0; d < groupOf.length; d++) {
      groupOf[d] = d < FEATURES ? d % 3 : 3 + (d - FEATURES) % BLOCKS;
    }
    return new AdditiveLinearKernel(groupOf, draws.uniforms(3 + BLOCKS, 0.2, 2));
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

  /** Returns random rows. If there are several, the first is empty and the last two are equal. */
  private static SparseRows rows(long seed, int count) {
    SparseRows random = RandomRows.rows(new Draws(seed + 31), count, FEATURES, 6);
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> Math.min(i, Math.max(0, count - 2)));
    int[] start = {0, 0};
    SparseRows empty = SparseRows.of(FEATURES, start, new int[0]);
    SparseRows rows =
        count < 3 ? random : empty.followedBy(random.select(Arrays.copyOf(numbers, count - 1)));
    return rows.withDense(dense(seed, count));
  }

  /** Returns random vectors. If there are several rows, the last two are equal. */
  private static DenseColumns dense(long seed, int count) {
    Draws draws = new Draws(seed + 47);
    float[] vectors = draws.floats(4 * DIMENSION, 1);
    int[] vectorOf = draws.indices(count * BLOCKS, 5);
    for (int i = 0; i < vectorOf.length; i++) {
      vectorOf[i]--;
    }
    if (count > 2) {
      int last = vectorOf.length - BLOCKS;
      System.arraycopy(vectorOf, last - BLOCKS, vectorOf, last, BLOCKS);
    }
    return new DenseColumns(DIMENSION, BLOCKS, vectors, vectorOf);
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
  void isSymmetricAndPositiveDefiniteAndAgreesWithTheVariance(LongFunction<Kernel> kernels) {
    IntStream.of(1, 2, 3, 9).forEach(n -> check(kernels, n));
  }

  private static void check(LongFunction<Kernel> kernels, int n) {
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

  /** A covariance depends on its two rows, but not on the other rows of Z and X. */
  @ParameterizedTest
  @MethodSource("kernels")
  void covarianceDependsOnlyOnItsTwoRows(LongFunction<Kernel> kernels) {
    SparseRows z = rows(1, 5);
    SparseRows x = rows(2, 4);
    double[] all = block(kernels.apply(1), z, x);
    for (int m = 0; m < 5; m++) {
      for (int r = 0; r < 4; r++) {
        double[] one = block(kernels.apply(1), z.select(new int[] {m}), x.select(new int[] {r}));
        assertThat(one).containsExactly(all[m * 4 + r]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void writesOnlyOneColumnOfABlock(LongFunction<Kernel> kernels) {
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
  void hyperParametersRoundTrip(LongFunction<Kernel> kernels) {
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
