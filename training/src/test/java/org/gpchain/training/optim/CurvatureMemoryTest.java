package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.NaiveAlgebra;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.Lbfgs.CurvatureMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The two-loop recursion against the update formula of BFGS in full matrices. */
class CurvatureMemoryTest {
  private static final int SIZE = 6;
  private static final int CAPACITY = 3;

  private final Parallel parallel = new Parallel(1);
  private final CurvatureMemory memory = new CurvatureMemory(CAPACITY, new Vectors(parallel));
  private final Draws draws = new Draws(1);
  private final List<Pair> remembered = new ArrayList<>();
  private double[][] hessian;

  /** A step and the change of the gradient along it. */
  private record Pair(double[] step, double[] change) {}

  @BeforeEach
  void drawHessian() {
    double[][] root = NaiveAlgebra.matrix(draws.normals(SIZE * SIZE, 1), SIZE);
    hessian =
        NaiveAlgebra.sum(
            NaiveAlgebra.product(root, NaiveAlgebra.transposed(root)),
            0.1,
            NaiveAlgebra.identity(SIZE));
  }

  @AfterEach
  void close() {
    parallel.close();
  }

  private void remember(Pair pair) {
    double[] from = draws.normals(SIZE, 1);
    double[] gradient = draws.normals(SIZE, 1);
    double[] to = from.clone();
    double[] nextGradient = gradient.clone();
    for (int i = 0; i < SIZE; i++) {
      to[i] += pair.step()[i];
      nextGradient[i] += pair.change()[i];
    }
    memory.remember(from, to, gradient, nextGradient);
  }

  private Pair curved() {
    double[] step = draws.normals(SIZE, 1);
    double[][] change =
        NaiveAlgebra.product(hessian, NaiveAlgebra.transposed(new double[][] {step}));
    return new Pair(step, NaiveAlgebra.transposed(change)[0]);
  }

  private void checkDirection() {
    double[] gradient = draws.normals(SIZE, 1);
    double[] direction = new double[SIZE];
    memory.direction(gradient, direction);
    double[][] expected =
        NaiveAlgebra.product(inverseHessian(), NaiveAlgebra.transposed(new double[][] {gradient}));
    for (int i = 0; i < SIZE; i++) {
      assertClose("direction[" + i + "]", direction[i], -expected[i][0], ALGEBRA);
    }
  }

  /** {@code H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ} (Nocedal and Wright 2006, 7.16). */
  private double[][] inverseHessian() {
    double[][] inverse = NaiveAlgebra.identity(SIZE);
    if (!remembered.isEmpty()) {
      Pair newest = remembered.get(remembered.size() - 1);
      double scale = dot(newest.step(), newest.change()) / dot(newest.change(), newest.change());
      inverse = NaiveAlgebra.sum(new double[SIZE][SIZE], scale, inverse);
    }
    for (Pair pair : remembered) {
      double rho = 1 / dot(pair.step(), pair.change());
      double[][] step = NaiveAlgebra.transposed(new double[][] {pair.step()});
      double[][] rest =
          NaiveAlgebra.sum(
              NaiveAlgebra.identity(SIZE),
              -rho,
              NaiveAlgebra.product(step, new double[][] {pair.change()}));
      inverse =
          NaiveAlgebra.product(NaiveAlgebra.product(rest, inverse), NaiveAlgebra.transposed(rest));
      inverse =
          NaiveAlgebra.sum(inverse, rho, NaiveAlgebra.product(step, new double[][] {pair.step()}));
    }
    return inverse;
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  @Test
  void withoutStepsItIsSteepestDescent() {
    assertThat(memory.isEmpty()).isTrue();
    checkDirection();
  }

  @Test
  void lastStepsCount() {
    for (int i = 0; i < 3 * CAPACITY; i++) {
      Pair pair = curved();
      remember(pair);
      remembered.add(pair);
      if (remembered.size() > CAPACITY) {
        remembered.remove(0);
      }
      assertThat(memory.isEmpty()).isFalse();
      checkDirection();
    }
  }

  /**
   * They would make the approximation indefinite. When the memory is full, one costs the oldest.
   */
  @Test
  void stepsWithoutPositiveCurvatureAreLeftOut() {
    for (int i = 0; i < 4 * CAPACITY; i++) {
      double[] step = draws.normals(SIZE, 1);
      double[] opposite = step.clone();
      for (int j = 0; j < SIZE; j++) {
        opposite[j] *= i % 2 == 0 ? -1 : 0;
      }
      remember(new Pair(step, opposite));
      if (remembered.size() == CAPACITY) {
        remembered.remove(0);
      }
      checkDirection();
      for (int more = 0; more < 2; more++) {
        Pair pair = curved();
        remember(pair);
        remembered.add(pair);
        if (remembered.size() > CAPACITY) {
          remembered.remove(0);
        }
        checkDirection();
      }
    }
  }

  @Test
  void forgetsWhatItIsToldToForget() {
    remember(curved());
    remember(curved());
    memory.clear();
    assertThat(memory.isEmpty()).isTrue();
    checkDirection();
    Pair pair = curved();
    remember(pair);
    remembered.add(pair);
    checkDirection();
  }
}
