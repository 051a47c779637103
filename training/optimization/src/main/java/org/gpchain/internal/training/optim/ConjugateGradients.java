package org.gpchain.internal.training.optim;

import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * Preconditioned conjugate gradients for linear systems {@code H z = b}, in which H is symmetric
 * positive definite and given only by its products with vectors.
 *
 * @param mostSteps maximum number of products with H, not counting the one for the initial guess
 * @param tolerance largest residual relative to b, both in the norm of the preconditioner
 */
public record ConjugateGradients(int mostSteps, double tolerance) {
  public ConjugateGradients {
    Checks.atLeast("mostSteps", mostSteps, 0);
    Checks.positive("tolerance", tolerance);
  }

  /**
   * Solves a system, starting from a guess. If a direction has no positive curvature, it stops
   * early with the best z so far; rounding can cause that if H is nearly singular.
   *
   * @param h function that writes {@code H x} into its second argument; x is not modified
   * @param conditioner an approximation of the inverse of H's diagonal, positive; not modified
   * @param b the right-hand side; not modified
   * @param z the guess; overwritten with the solution
   * @param isEnough returns whether z is good enough, called after each step
   */
  public void solve(
      BiConsumer<double[], double[]> h,
      double[] conditioner,
      double[] b,
      double[] z,
      Predicate<double[]> isEnough) {
    double[] residual = b.clone();
    double[] product = new double[b.length];
    double squareOfB = square(conditioner, b);
    if (mostSteps > 0 && square(conditioner, z) > 0) {
      h.accept(z, product);
      ScaledSums.add(-1, product, b.length, residual);
    }

    double[] direction = new double[b.length];
    double square = square(conditioner, residual);
    for (int i = 0; i < b.length; i++) {
      direction[i] = conditioner[i] * residual[i];
    }

    for (int step = 0; step < mostSteps && square > tolerance * tolerance * squareOfB; step++) {
      h.accept(direction, product);
      double curvature = 0;
      for (int i = 0; i < b.length; i++) {
        curvature += direction[i] * product[i];
      }
      if (!(curvature > 0)) {
        return;
      }

      double length = square / curvature;
      ScaledSums.add(length, direction, b.length, z);
      ScaledSums.add(-length, product, b.length, residual);
      if (isEnough.test(z)) {
        return;
      }

      double next = square(conditioner, residual);
      double share = next / square;
      for (int i = 0; i < b.length; i++) {
        direction[i] = conditioner[i] * residual[i] + share * direction[i];
      }
      square = next;
    }
  }

  /** Returns the squared norm {@code Σ c_i x_i²}. */
  private static double square(double[] conditioner, double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += conditioner[i] * x[i] * x[i];
    }
    return sum;
  }
}
