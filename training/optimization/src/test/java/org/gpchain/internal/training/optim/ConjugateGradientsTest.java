package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.times;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Refusals.assertRefused;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares solutions with those by an inverse matrix. */
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

  private void multiply(double[] x, double[] out) {
    products++;
    System.arraycopy(times(matrix, x), 0, out, 0, N);
  }

  /** Solves a system without a preconditioner. */
  private double[] solve(ConjugateGradients solver, double[] rightHandSide, double... guess) {
    return precondition(solver, inverseOf(i -> 1), rightHandSide, guess);
  }

  /** Returns the reciprocals of values. */
  private static double[] inverseOf(IntToDoubleFunction values) {
    return IntStream.range(0, N).mapToDouble(i -> 1 / values.applyAsDouble(i)).toArray();
  }

  private double[] precondition(
      ConjugateGradients solver, double[] conditioner, double[] rightHandSide, double... guess) {
    double[] z = guess.length == 0 ? new double[N] : guess.clone();
    solver.solve(this::multiply, conditioner, rightHandSide, z, now -> false);
    return z;
  }

  @Test
  void solvesTheSystem() {
    assertClose("z", solve(EXACT, b), solution, ALGEBRA);
    assertThat(b).containsExactly(new Draws(2).normals(N, 3));
  }

  @Test
  void preconditionerChangesTheStepsButNotTheSolution() {
    double[] conditioner = inverseOf(i -> matrix[i][i]);
    assertClose("z", precondition(EXACT, conditioner, b), solution, ALGEBRA);
    ConjugateGradients two = new ConjugateGradients(2, 1e-13);
    assertThat(precondition(two, conditioner, b)).isNotEqualTo(solve(two, b));
  }

  /** The preconditioner is the inverse of a diagonal matrix. */
  @Test
  void exactPreconditionerNeedsOneStep() {
    double[] diagonal = new Draws(5).uniforms(N, 0.01, 100);
    double[] z = new double[N];
    new ConjugateGradients(N, 1e-9)
        .solve(
            (x, out) -> {
              products++;
              Arrays.setAll(out, i -> diagonal[i] * x[i]);
            },
            inverseOf(i -> diagonal[i]),
            b,
            z,
            now -> false);

    assertThat(products).isEqualTo(1);

    for (int i = 0; i < N; i++) {
      assertClose("z", z[i], b[i] / diagonal[i], ALGEBRA);
    }
  }

  @Test
  void withoutStepsTheGuessIsKept() {
    double[] guess = new Draws(3).normals(N, 1);
    assertThat(solve(new ConjugateGradients(0, 1e-3), b, guess)).containsExactly(guess);
    assertThat(products).isZero();
  }

  @Test
  void solutionForZeroIsZero() {
    assertThat(solve(EXACT, new double[N])).containsOnly(0);
    assertThat(products).isZero();
    assertClose(
        "z", solve(EXACT, new double[N], new Draws(3).normals(N, 1)), new double[N], ALGEBRA);
  }

  @Test
  void goodGuessSavesSteps() {
    assertThat(solve(EXACT, b, solution)).as("already solved").containsExactly(solution);
    assertThat(products).as("the residual of the guess").isEqualTo(1);
    ConjugateGradients rough = new ConjugateGradients(N, 1e-3);
    products = 0;
    solve(rough, b);
    int fromZero = products;
    double[] guess = sum(solution, 1, new Draws(4).normals(N, 1e-3));
    products = 0;
    assertClose("z", solve(rough, b, guess), solution, 0.05);
    assertThat(products).isLessThan(fromZero);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void stopsWhenTheTestAccepts(int steps) {
    List<double[]> seen = new ArrayList<>();
    double[] z = new double[N];
    EXACT.solve(
        this::multiply,
        inverseOf(i -> 1),
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
  void toleranceIsRelative() {
    for (double scale : new double[] {1e-6, 1, 1e6}) {
      double[] scaled = Arrays.stream(b).map(x -> scale * x).toArray();
      double[] approximation = solve(new ConjugateGradients(4 * N, 1e-2), scaled);
      double[] residual = sum(scaled, -1, times(matrix, approximation));
      assertThat(Math.sqrt(dot(residual, residual) / dot(scaled, scaled)))
          .isLessThan(1.01e-2)
          .isGreaterThan(1e-9);
    }
  }

  /** Along a direction of negative curvature there is no minimum, so the last solution is kept. */
  @Test
  void stopsAtNegativeCurvature() {
    double[] z = new Draws(3).normals(N, 1);
    double[] guess = z.clone();
    EXACT.solve((x, out) -> Arrays.setAll(out, i -> -x[i]), inverseOf(i -> 1), b, z, now -> false);
    assertThat(z).containsExactly(guess);
  }

  @Test
  void argumentsAreChecked() {
    assertRefused(() -> new ConjugateGradients(-1, 1), "mostSteps");
    assertRefused(() -> new ConjugateGradients(1, 0), "tolerance");
    assertRefused(() -> new ConjugateGradients(1, Double.NaN), "tolerance");
  }
}
