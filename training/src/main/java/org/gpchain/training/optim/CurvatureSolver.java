package org.gpchain.training.optim;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;

/**
 * Solves {@code H z = b} with the Hessian H of an objective at its minimum, by conjugate gradients
 * (Nocedal and Wright 2006, algorithm 5.2) that see H only through its products with vectors; these
 * are differences of gradients, {@code H v ≈ (∇(p + ε v) − ∇(p)) / ε}.
 */
public final class CurvatureSolver {
  /** Length of a difference, relative to that of the parameters: half of the digits of a double. */
  private static final double DIFFERENCE = 1e-6;

  private final int mostSteps;
  private final double tolerance;
  private final long seed;
  private final Vectors vectors;

  /**
   * @param mostSteps steps at most; each costs one gradient, and beginning costs one or two
   * @param tolerance stop when {@code ‖H z − b‖ ≤ tolerance ‖b‖}
   * @param seed handed to the objective at every evaluation
   * @param parallel for the vector operations
   */
  public CurvatureSolver(int mostSteps, double tolerance, long seed, Parallel parallel) {
    this.mostSteps = Checks.atLeast("mostSteps", mostSteps, 1);
    this.tolerance = Checks.positive("tolerance", tolerance);
    this.seed = seed;
    this.vectors = new Vectors(parallel);
  }

  /**
   * Solves, beginning at a guess.
   *
   * @param objective whose Hessian at {@code at} is positive definite
   * @param at where; not modified
   * @param b the right-hand side; not modified
   * @param guess where to begin; not modified
   * @return z, a new array; zero if b is zero; the best that was found when a direction has no
   *     positive curvature, which rounding can do to a Hessian that is nearly singular
   */
  public double[] solve(StochasticObjective objective, double[] at, double[] b, double[] guess) {
    Checks.length("at", at.length, objective.parameterCount(), "[parameterCount]");
    Checks.length("b", b.length, at.length, "[parameterCount]");
    Checks.length("guess", guess.length, at.length, "[parameterCount]");
    return vectors.norm(b) == 0 ? new double[b.length] : new Run(objective, at).solve(b, guess);
  }

  /** One solution. */
  private final class Run {
    private final StochasticObjective objective;
    private final int[] everyMember;
    private final double[] at;
    private final double[] gradient;
    private final double[] there;
    private final double scale;

    Run(StochasticObjective objective, double[] at) {
      this.objective = objective;
      this.everyMember = IntStream.range(0, objective.size()).toArray();
      this.at = at;
      this.gradient = new double[at.length];
      this.there = new double[at.length];
      this.scale = DIFFERENCE * (1 + vectors.norm(at));
      objective.valueAndGradient(at, everyMember, seed, gradient);
    }

    double[] solve(double[] b, double[] guess) {
      double[] z = guess.clone();
      double[] residual = b.clone();
      double[] product = new double[b.length];
      if (vectors.norm(z) > 0) {
        multiply(z, product);
        vectors.sum(residual, -1, product, residual);
      }
      double[] direction = residual.clone();
      double square = vectors.dot(residual, residual);
      double enough = tolerance * vectors.norm(b);
      for (int step = 0; step < mostSteps && Math.sqrt(square) > enough; step++) {
        multiply(direction, product);
        double curvature = vectors.dot(direction, product);
        if (!(curvature > 0)) {
          break;
        }
        double length = square / curvature;
        vectors.sum(z, length, direction, z);
        double next = vectors.addAndDot(residual, -length, product, residual);
        vectors.sum(residual, next / square, direction, direction);
        square = next;
      }
      return z;
    }

    private void multiply(double[] vector, double[] out) {
      double norm = vectors.norm(vector);
      if (norm == 0) {
        Arrays.fill(out, 0);
        return;
      }
      double step = scale / norm;
      vectors.sum(at, step, vector, there);
      objective.valueAndGradient(there, everyMember, seed, out);
      vectors.sum(out, -1, gradient, out);
      vectors.scale(1 / step, out, out);
    }
  }
}
