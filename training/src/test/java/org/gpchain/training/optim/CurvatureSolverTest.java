package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Tolerances.assertClose;

import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.gpchain.core.math.Parallel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conjugate gradients on differences of gradients against the inverse of the Hessian. */
class CurvatureSolverTest {
  private static final double TIGHT = 1e-8;

  /** A product is a one-sided difference of gradients. */
  private static final double DIFFERENCES = 1e-5;

  private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);

  @AfterEach
  void close() {
    parallel.close();
  }

  private CurvatureSolver solver(int mostSteps, double tolerance) {
    return new CurvatureSolver(mostSteps, tolerance, 1, parallel);
  }

  private static double[] exact(double[][] hessian, double[] b) {
    double[][] column = NaiveAlgebra.transposed(new double[][] {b});
    return NaiveAlgebra.transposed(NaiveAlgebra.product(NaiveAlgebra.inverse(hessian), column))[0];
  }

  /** {@code ½ xᵀ A x + Σ_i log cosh x_i}, whose Hessian is {@code A + diag(1 − tanh² x_i)}. */
  private static FunctionObjective logCosh(double[][] a) {
    return new FunctionObjective(
        a.length,
        (x, gradient) -> {
          double value = 0;
          for (int i = 0; i < x.length; i++) {
            double row = 0;
            for (int j = 0; j < x.length; j++) {
              row += a[i][j] * x[j];
            }
            gradient[i] = row + Math.tanh(x[i]);
            value += 0.5 * x[i] * row + Math.log(Math.cosh(x[i]));
          }
          return value;
        });
  }

  private double[][] positiveDefinite(int size) {
    double[][] root = NaiveAlgebra.matrix(draws.normals(size * size, 1), size);
    return NaiveAlgebra.sum(
        NaiveAlgebra.product(root, NaiveAlgebra.transposed(root)), 1, NaiveAlgebra.identity(size));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void solvesAQuadratic(int parameters) {
    LeastSquares objective = LeastSquares.random(2, 5, parameters, 0.3);
    double[] b = draws.normals(parameters, 3);
    double[] guess = new double[parameters];
    double[] expected = exact(objective.hessian(), b);
    for (double[] at : new double[][] {objective.optimum(), draws.normals(parameters, 2), guess}) {
      double[] z = solver(50, TIGHT).solve(objective, at, b, guess);
      assertClose("z", z, expected, DIFFERENCES);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void solvesWithTheCurvatureWhereItIs(int parameters) {
    double[][] a = positiveDefinite(parameters);
    double[] at = draws.normals(parameters, 1);
    double[] b = draws.normals(parameters, 1);
    double[][] hessian = NaiveAlgebra.sum(a, 0, a);
    for (int i = 0; i < parameters; i++) {
      hessian[i][i] += 1 - Math.pow(Math.tanh(at[i]), 2);
    }
    double[] z = solver(50, TIGHT).solve(logCosh(a), at, b, draws.normals(parameters, 1));
    assertClose("z", z, exact(hessian, b), DIFFERENCES);
  }

  @Test
  void theSizeOfTheRightHandSideDoesNotMatter() {
    LeastSquares objective = LeastSquares.random(3, 5, 4, 0);
    double[] b = draws.normals(4, 1);
    double[] expected = exact(objective.hessian(), b);
    for (double size : new double[] {1e-100, 1e-9, 1e9, 1e100}) {
      double[] scaled = b.clone();
      for (int i = 0; i < 4; i++) {
        scaled[i] *= size;
      }
      double[] z = solver(50, TIGHT).solve(objective, objective.optimum(), scaled, new double[4]);
      for (int i = 0; i < 4; i++) {
        assertClose("z", z[i] / size, expected[i], DIFFERENCES);
      }
    }
  }

  @Test
  void zeroHasTheSolutionZero() {
    FunctionObjective objective = logCosh(positiveDefinite(3));
    double[] at = {1, 2, 3};
    for (double[] guess : new double[][] {{0, 0, 0}, {1, -2, 5}}) {
      double[] z = solver(50, TIGHT).solve(objective, at, new double[3], guess);
      assertThat(z).containsExactly(0, 0, 0);
    }
    assertThat(objective.evaluations()).isZero();
  }

  @Test
  void aGoodGuessCostsNoStep() {
    double[][] a = positiveDefinite(6);
    FunctionObjective objective =
        FunctionObjective.quadratic(new double[] {3, 1, 2}, new double[3]);
    double[] b = {6, 5, 4};
    double[] z = solver(50, 1e-6).solve(objective, new double[3], b, new double[] {2, 5, 2});
    assertClose("z", z, new double[] {2, 5, 2}, DIFFERENCES);
    assertThat(objective.evaluations()).isEqualTo(2);

    FunctionObjective cold = logCosh(a);
    FunctionObjective warm = logCosh(a);
    double[] right = draws.normals(6, 1);
    double[] first = solver(50, 1e-3).solve(cold, new double[6], right, new double[6]);
    double[] more = solver(50, 1e-3).solve(warm, new double[6], right, first);
    assertClose("z", more, first, 1e-2);
    assertThat(warm.evaluations()).isLessThan(cold.evaluations());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void stopsAtMostSteps(int steps) {
    FunctionObjective objective =
        FunctionObjective.quadratic(new double[] {1, 10, 100, 1000, 1e4}, new double[5]);
    double[] b = {1, 1, 1, 1, 1};
    solver(steps, 1e-12).solve(objective, new double[5], b, new double[5]);
    assertThat(objective.evaluations()).isEqualTo(1 + steps);
  }

  /** As many steps as there are different curvatures. */
  @Test
  void stopsWhenItIsCloseEnough() {
    FunctionObjective objective =
        FunctionObjective.quadratic(new double[] {1, 5, 5, 1, 1}, new double[5]);
    solver(50, 1e-6).solve(objective, new double[5], new double[] {1, 2, 3, 4, 5}, new double[5]);
    assertThat(objective.evaluations()).isEqualTo(1 + 2);
  }

  @Test
  void keepsWhatItHasWhereThereIsNoCurvature() {
    double[] guess = {1, 2};
    for (double curvature : new double[] {0, -1, Double.NaN}) {
      FunctionObjective objective =
          FunctionObjective.quadratic(new double[] {curvature, curvature}, new double[2]);
      double[] z = solver(50, TIGHT).solve(objective, new double[2], new double[] {3, 1}, guess);
      assertThat(z).containsExactly(1, 2);
    }
  }

  @Test
  void argumentsAreNotModifiedAndThreadsDoNotMatter() {
    int parameters = 20_000;
    double[] curvature = draws.uniforms(parameters, 1, 4);
    FunctionObjective objective = FunctionObjective.quadratic(curvature, new double[parameters]);
    double[] at = draws.normals(parameters, 1);
    double[] b = draws.normals(parameters, 1);
    double[] guess = draws.normals(parameters, 1);
    double[][] before = {at.clone(), b.clone(), guess.clone()};
    double[] expected = solver(5, TIGHT).solve(objective, at, b, guess);
    assertThat(new double[][] {at, b, guess}).isDeepEqualTo(before);
    assertThat(expected).isNotSameAs(guess);
    try (Parallel three = new Parallel(3)) {
      assertThat(new CurvatureSolver(5, TIGHT, 1, three).solve(objective, at, b, guess))
          .isEqualTo(expected);
    }
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> solver(0, TIGHT)).hasMessageContaining("mostSteps");
    for (double tolerance : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> solver(1, tolerance))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("tolerance");
    }
    FunctionObjective objective = FunctionObjective.quadratic(new double[2], new double[2]);
    double[] two = {1, 1};
    double[] three = {1, 1, 1};
    CurvatureSolver solver = solver(1, TIGHT);
    assertThatThrownBy(() -> solver.solve(objective, three, two, two)).hasMessageContaining("at ");
    assertThatThrownBy(() -> solver.solve(objective, two, three, two)).hasMessageContaining("b ");
    assertThatThrownBy(() -> solver.solve(objective, two, two, three))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("guess");
  }
}
