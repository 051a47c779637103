package org.gpchain.internal.training.optim;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.algebra.Cholesky;

/**
 * Quasi-Newton steps for a function of a few parameters whose value and gradient are expensive and
 * not quite exact: BFGS on the Hessian itself, with damped updates, so that it stays positive
 * definite whatever the gradients do (Powell 1978; Nocedal and Wright 2006, procedure 18.2). There
 * is no line search: each gradient gives a step, which a limit on its largest component keeps
 * short. Not for concurrent use.
 */
public final class QuasiNewtonSteps {
  /** Share of the expected curvature below which an update is damped. */
  private static final double LEAST_CURVATURE = 0.2;

  private final double[] hessian;
  private final int size;
  private final double longest;

  /** Null before the first step. */
  private double[] lastGradient;

  private final double[] lastStep;

  /**
   * @param hessian a first estimate of it, {@code [n×n]}, positive definite; kept and modified
   * @param size number of parameters n
   * @param longest what no component of a step exceeds
   */
  public QuasiNewtonSteps(double[] hessian, int size, double longest) {
    this.size = Checks.atLeast("size", size, 1);
    Checks.length("hessian", hessian.length, (long) size * size, "[n×n]");
    this.hessian = hessian;
    this.longest = Checks.positive("longest", longest);
    this.lastStep = new double[size];
  }

  /**
   * Takes one step downhill.
   *
   * @param parameters where the gradient was taken, {@code [n]}; modified
   * @param gradient of what is to be small, {@code [n]}; not modified
   * @return by how much the whole step, were it not limited, is expected to make it smaller
   */
  public double descend(double[] parameters, double[] gradient) {
    Checks.length("parameters", parameters.length, size, "[n]");
    Checks.length("gradient", gradient.length, size, "[n]");
    if (lastGradient != null) {
      update(gradient);
    }
    lastGradient = gradient.clone();
    double[] step = gradient.clone();
    Cholesky factor = Cholesky.of("Hessian of the quasi-Newton steps", hessian, size, 0);
    factor.solveLower(step, 1);
    factor.solveUpper(step, 1);
    double largest = 0;
    double gain = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, Math.abs(step[i]));
      gain += gradient[i] * step[i] / 2;
    }
    double share = largest > longest ? longest / largest : 1;
    for (int i = 0; i < size; i++) {
      lastStep[i] = -share * step[i];
      parameters[i] += lastStep[i];
    }
    return gain;
  }

  /** With {@code s} the last step, {@code y} the change of the gradient along it. */
  private void update(double[] gradient) {
    double[] change = new double[size];
    double[] expected = new double[size];
    double along = 0;
    double expectedAlong = 0;
    for (int i = 0; i < size; i++) {
      change[i] = gradient[i] - lastGradient[i];
      for (int j = 0; j < size; j++) {
        expected[i] += hessian[i * size + j] * lastStep[j];
      }
      along += lastStep[i] * change[i];
      expectedAlong += lastStep[i] * expected[i];
    }
    // A step of length zero says nothing.
    if (!(expectedAlong > 0)) {
      return;
    }
    double trust =
        along >= LEAST_CURVATURE * expectedAlong
            ? 1
            : (1 - LEAST_CURVATURE) * expectedAlong / (expectedAlong - along);
    double damped = trust * along + (1 - trust) * expectedAlong;
    Arrays.setAll(change, i -> trust * change[i] + (1 - trust) * expected[i]);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        hessian[i * size + j] +=
            change[i] * change[j] / damped - expected[i] * expected[j] / expectedAlong;
      }
    }
  }
}
