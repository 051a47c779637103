package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.rowMajor;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Tolerances.STEP;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HessianProductTest {
  /** Tolerance for products, which are computed as one-sided differences. */
  private static final double ONE_SIDED = 1e-5;

  private final ChainCase random =
      ChainCase.random(3, 3, 8, 1).with(new Precision(new Draws(1).uniforms(12, 0.1, 10), 0.4));
  private final double[] weights = new Draws(2).normals(36, 1);
  private final double[] shared = new Draws(3).normals(9, 1);
  private HessianProduct hessian;

  @BeforeEach
  void create() {
    hessian = new HessianProduct(random.sum(), random.precision(), weights, shared);
  }

  private double[] times(double[] x) {
    double[] out = filled(45, Double.NaN);
    hessian.multiply(x, out);
    return out;
  }

  /** Returns the gradient of losses and penalty after a step along x. */
  private double[] gradient(double[] x, double step) {
    double[] at = sum(rowMajor(new double[][] {weights, shared}), step, x);
    double[] gradient = new double[45];
    random.sum().valueAndGradient(Arrays.copyOf(at, 36), Arrays.copyOfRange(at, 36, 45), gradient);
    double[] precision = random.precision().columns();
    Arrays.setAll(gradient, i -> gradient[i] + (i < 36 ? precision[i / 3] : 0.4) * at[i]);
    return gradient;
  }

  @Test
  void productIsTheDerivativeOfTheGradient() {
    for (double size : new double[] {1e-3, 1, 1e3}) {
      double[] x = new Draws(7).normals(45, size);
      double[] product = times(x);
      double step = STEP / size;
      double[] change = sum(gradient(x, step), -1, gradient(x, -step));
      for (int i = 0; i < x.length; i++) {
        assertClose("H x", product[i] / size, change[i] / (2 * STEP), ONE_SIDED);
      }
    }
  }

  @Test
  void productWithZeroIsZero() {
    assertThat(times(new double[45])).containsOnly(0);
  }

  @Test
  void argumentsAreNotModified() {
    double[] x = new Draws(8).normals(45, 1);
    double[] before = x.clone();
    times(x);
    assertThat(x).containsExactly(before);
    assertThat(weights).containsExactly(new Draws(2).normals(36, 1));
    assertThat(shared).containsExactly(new Draws(3).normals(9, 1));
  }
}
