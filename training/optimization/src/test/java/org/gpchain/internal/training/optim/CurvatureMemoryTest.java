package org.gpchain.internal.training.optim;

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
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.optim.Lbfgs.CurvatureMemory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Compares the two-loop recursion with the update formula of BFGS for full matrices. */
class CurvatureMemoryTest {
  private static final int SIZE = 6;
  private static final int CAPACITY = 3;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final CurvatureMemory memory = new CurvatureMemory(CAPACITY, new Vectors(parallel));
  private final Draws draws = new Draws(1);
  private final List<Pair> remembered = new ArrayList<>();
  private final double[][] root = matrix(draws.normals(SIZE * SIZE, 1), SIZE);
  private final double[][] hessian = sum(product(root, transposed(root)), 0.1, identity(SIZE));

  /** A step and the change of the gradient along it. */
  private record Pair(double[] step, double[] change) {}

  private void remember(double[] step, double[] change) {
    double[] from = draws.normals(SIZE, 1);
    double[] gradient = draws.normals(SIZE, 1);
    memory.remember(from, sum(from, 1, step), gradient, sum(gradient, 1, change));
  }

  /** Adds a step of positive curvature. */
  private void rememberCurved() {
    double[] step = draws.normals(SIZE, 1);
    remembered.add(new Pair(step, times(hessian, step)));
    remember(step, times(hessian, step));
    if (remembered.size() > CAPACITY) {
      remembered.remove(0);
    }
  }

  private void assertDirection() {
    double[] gradient = draws.normals(SIZE, 1);
    double[] direction = new double[SIZE];
    memory.direction(gradient, direction);
    double[] uphill = times(inverseHessian(), gradient);
    assertClose("direction", direction, Arrays.stream(uphill).map(x -> -x).toArray(), ALGEBRA);
  }

  /** Returns {@code H ← (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ} (Nocedal and Wright 2006, 7.16). */
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
      double[][] projection =
          sum(identity(SIZE), -rho, product(step, new double[][] {pair.change()}));
      inverse = product(product(projection, inverse), transposed(projection));
      inverse = sum(inverse, rho, product(step, new double[][] {pair.step()}));
    }

    return inverse;
  }

  @Test
  void withoutStepsTheDirectionIsSteepestDescent() {
    assertThat(memory.isEmpty()).isTrue();
    assertDirection();
  }

  @Test
  void directionFollowsFromTheLastSteps() {
    for (int i = 0; i < 3 * CAPACITY; i++) {
      rememberCurved();
      assertThat(memory.isEmpty()).isFalse();
      assertDirection();
    }
  }

  /**
   * Such steps would make the approximation indefinite. If the memory is full, such a step still
   * replaces the oldest one.
   */
  @Test
  void stepsWithoutPositiveCurvatureAreLeftOut() {
    for (int i = 0; i < 4 * CAPACITY; i++) {
      double[] step = draws.normals(SIZE, 1);
      remember(step, sum(new double[SIZE], i % 2 == 0 ? -1 : 0, step));
      if (remembered.size() == CAPACITY) {
        remembered.remove(0);
      }
      assertDirection();
      for (int more = 0; more < 2; more++) {
        rememberCurved();
        assertDirection();
      }
    }
  }

  @Test
  void clearedMemoryIsEmpty() {
    rememberCurved();
    rememberCurved();
    memory.clear();
    remembered.clear();
    assertThat(memory.isEmpty()).isTrue();
    assertDirection();
    rememberCurved();
    assertDirection();
  }
}
