package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.times;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the inverse of the matrix by elimination. */
class ConjugateGradientsTest {
  private static final int N = 12;
  private static final ConjugateGradients EXACT = new ConjugateGradients(4 * N, 1e-13);

  private final double[][] matrix = positiveDefinite(1);
  private final double[] b = new Draws(2).normals(N, 3);
  private final double[] solution = times(inverse(matrix), b);
  private int products;

  private static double[][] positiveDefinite(long seed) {
    double[][] root = matrix(new Draws(seed).normals(N * N, 1), N);
    double[][] square = product(root, transposed(root));
    return sum(square, 0.5, identity(N));
  }

  /** No preconditioner. */
  private static double one(int index) {
    return 1;
  }

  private static boolean never(double[] z) {
    return false;
  }

  private void multiply(double[] x, double[] out) {
    products++;
    System.arraycopy(times(matrix, x), 0, out, 0, N);
  }

  private double[] solve(ConjugateGradients solver, double[] rightHandSide, double... guess) {
    double[] z = guess.length == 0 ? new double[N] : guess.clone();
    solver.solve(
        this::multiply,
        ConjugateGradientsTest::one,
        rightHandSide,
        z,
        ConjugateGradientsTest::never);
    return z;
  }

  @Test
  void solvesTheSystem() {
    assertClose("z", solve(EXACT, b), solution, ALGEBRA);
    assertThat(b).containsExactly(new Draws(2).normals(N, 3));
  }

  @Test
  void aPreconditionerChangesTheWayAndNotTheEnd() {
    double[] z = new double[N];
    EXACT.solve(this::multiply, i -> 1 / matrix[i][i], b, z, ConjugateGradientsTest::never);
    assertClose("z", z, solution, ALGEBRA);
    double[] one = new double[N];
    double[] other = new double[N];
    ConjugateGradients two = new ConjugateGradients(2, 1e-13);
    two.solve(this::multiply, i -> 1 / matrix[i][i], b, one, ConjugateGradientsTest::never);
    two.solve(this::multiply, ConjugateGradientsTest::one, b, other, ConjugateGradientsTest::never);
    assertThat(one).isNotEqualTo(other);
  }

  /** With the exact inverse of a diagonal matrix one step is enough. */
  @Test
  void aPerfectPreconditionerNeedsOneStep() {
    double[] diagonal = new Draws(5).uniforms(N, 0.01, 100);
    double[] z = new double[N];
    BiConsumer<double[], double[]> product =
        (x, out) -> {
          products++;
          for (int i = 0; i < N; i++) {
            out[i] = diagonal[i] * x[i];
          }
        };
    new ConjugateGradients(N, 1e-9)
        .solve(product, i -> 1 / diagonal[i], b, z, ConjugateGradientsTest::never);
    assertThat(products).isEqualTo(1);
    for (int i = 0; i < N; i++) {
      assertClose("z", z[i], b[i] / diagonal[i], ALGEBRA);
    }
  }

  @Test
  void withoutStepsTheGuessStays() {
    double[] guess = new Draws(3).normals(N, 1);
    assertThat(solve(new ConjugateGradients(0, 1e-3), b, guess)).containsExactly(guess);
    assertThat(products).isZero();
  }

  @Test
  void ofZeroTheSolutionIsZero() {
    assertThat(solve(EXACT, new double[N])).containsOnly(0);
    assertThat(products).isZero();
    assertClose(
        "z", solve(EXACT, new double[N], new Draws(3).normals(N, 1)), new double[N], ALGEBRA);
  }

  @Test
  void aGoodGuessSavesSteps() {
    assertThat(solve(EXACT, b, solution)).as("already solved").containsExactly(solution);
    assertThat(products).as("the residual of the guess").isEqualTo(1);
    ConjugateGradients rough = new ConjugateGradients(N, 1e-3);
    products = 0;
    solve(rough, b);
    int fromZero = products;
    double[] near = solution.clone();
    double[] noise = new Draws(4).normals(N, 1e-3);
    for (int i = 0; i < N; i++) {
      near[i] += noise[i];
    }
    products = 0;
    assertClose("z", solve(rough, b, near), solution, 0.05);
    assertThat(products).isLessThan(fromZero);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void endsWhenItIsEnough(int steps) {
    List<double[]> seen = new ArrayList<>();
    double[] z = new double[N];
    EXACT.solve(
        this::multiply,
        ConjugateGradientsTest::one,
        b,
        z,
        now -> {
          seen.add(now.clone());
          return seen.size() == steps;
        });
    assertThat(seen).hasSize(steps);
    assertThat(z).containsExactly(seen.get(steps - 1));
    assertThat(solve(new ConjugateGradients(steps, 1e-13), b)).containsExactly(z);
  }

  @Test
  void theToleranceIsRelative() {
    for (double scale : new double[] {1e-6, 1, 1e6}) {
      double[] scaled = b.clone();
      for (int i = 0; i < N; i++) {
        scaled[i] *= scale;
      }
      double[] z = solve(new ConjugateGradients(4 * N, 1e-2), scaled);
      double[] product = times(matrix, z);
      double squares = 0;
      double ofB = 0;
      for (int i = 0; i < N; i++) {
        squares += (scaled[i] - product[i]) * (scaled[i] - product[i]);
        ofB += scaled[i] * scaled[i];
      }
      assertThat(Math.sqrt(squares / ofB)).isLessThan(1.01e-2).isGreaterThan(1e-9);
    }
  }

  /** A direction of negative curvature has no minimum: what was found before it is kept. */
  @Test
  void stopsAtNegativeCurvature() {
    double[] z = new Draws(3).normals(N, 1);
    double[] guess = z.clone();
    EXACT.solve(
        (x, out) -> {
          for (int i = 0; i < N; i++) {
            out[i] = -x[i];
          }
        },
        ConjugateGradientsTest::one,
        b,
        z,
        ConjugateGradientsTest::never);
    assertThat(z).containsExactly(guess);
  }

  @Test
  void numbersAreChecked() {
    assertThatThrownBy(() -> new ConjugateGradients(-1, 1)).hasMessageStartingWith("mostSteps");
    assertThatThrownBy(() -> new ConjugateGradients(1, 0)).hasMessageStartingWith("tolerance");
    assertThatThrownBy(() -> new ConjugateGradients(1, Double.NaN))
        .hasMessageStartingWith("tolerance");
  }
}
