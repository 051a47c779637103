package org.gpchain.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.dot;
import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.matrix;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.times;
import static org.gpchain.core.NaiveAlgebra.transposed;
import static org.gpchain.core.Tolerances.ALGEBRA;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;
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
    double[][] root = matrix(draws.normals(SIZE * SIZE, 1), SIZE);
    hessian = sum(product(root, transposed(root)), 0.1, identity(SIZE));
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
    return new Pair(step, times(hessian, step));
  }

  private void checkDirection() {
    double[] gradient = draws.normals(SIZE, 1);
    double[] direction = new double[SIZE];
    memory.direction(gradient, direction);
    double[] uphill = times(inverseHessian(), gradient);
    assertClose("direction", direction, Arrays.stream(uphill).map(x -> -x).toArray(), ALGEBRA);
  }

  /** {@code H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ} (Nocedal and Wright 2006, 7.16). */
  private double[][] inverseHessian() {
    double[][] inverse = identity(SIZE);
    if (!remembered.isEmpty()) {
      Pair newest = remembered.get(remembered.size() - 1);
      double scale = dot(newest.step(), newest.change()) / dot(newest.change(), newest.change());
      inverse = sum(new double[SIZE][SIZE], scale, inverse);
    }
    for (Pair pair : remembered) {
      double rho = 1 / dot(pair.step(), pair.change());
      double[][] step = transposed(new double[][] {pair.step()});
      double[][] rest = sum(identity(SIZE), -rho, product(step, new double[][] {pair.change()}));
      inverse = product(product(rest, inverse), transposed(rest));
      inverse = sum(inverse, rho, product(step, new double[][] {pair.step()}));
    }
    return inverse;
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
