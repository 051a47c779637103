package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;

/**
 * L-BFGS (Nocedal and Wright 2006, algorithms 7.4 and 7.5) with a line search that satisfies the
 * strong Wolfe conditions. Immutable.
 */
public final class Lbfgs {
  /** Usual number of steps from which the curvature is estimated. */
  public static final int MEMORY = 10;

  /** Maximum number of evaluations of a line search, if the caller sets none. */
  private static final int MOST_TRIALS = 25;

  /** Smallest curvature of a step, relative to the squared change of the gradient, that is used. */
  private static final double LEAST_CURVATURE = 1e-12;

  private final int memory;
  private final long seed;
  private final int trials;
  private final Vectors vectors;

  /** Creates an optimizer whose line searches have as many evaluations as they usually need. */
  public Lbfgs(int memory, long seed, Parallel parallel) {
    this(memory, MOST_TRIALS, seed, parallel);
  }

  /**
   * Creates an optimizer.
   *
   * @param memory number of steps from which the curvature is estimated
   * @param trials maximum number of evaluations of a line search. It should be small if the
   *     gradient is an estimate: if its noise is larger than the slope, no step satisfies the Wolfe
   *     conditions.
   * @param seed seed that is passed to the objective at every evaluation (common random numbers)
   * @param parallel threads for the vector operations
   */
  public Lbfgs(int memory, int trials, long seed, Parallel parallel) {
    this.trials = Checks.atLeast("trials", trials, 2);
    this.memory = Checks.atLeast("memory", memory, 1);
    this.seed = seed;
    this.vectors = new Vectors(parallel);
  }

  /** A listener to the steps of an optimizer. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Called after each step.
     *
     * @param iteration number of the step, from 1
     * @param value value of the objective after the step
     * @param parameters parameters after the step; valid only during the call, not to be modified
     */
    void onIteration(int iteration, double value, double[] parameters);
  }

  /**
   * The result of a minimization.
   *
   * @param parameters the best parameters; owned by the caller
   * @param value value of the objective at these parameters
   * @param iterations steps taken
   * @param evaluations number of evaluations of the objective
   * @param reason reason why the optimizer stopped
   */
  public record Result(
      double[] parameters, double value, int iterations, int evaluations, StopReason reason) {
    /** The reasons why an optimizer can stop. */
    public enum StopReason {
      /** The gradient is almost zero. */
      SMALL_GRADIENT,
      /** The value has almost stopped decreasing. */
      SMALL_DECREASE,
      /** The rule allows no more steps. */
      ITERATION_LIMIT,
      /**
       * No step along the search direction lowers the value, usually because of rounding errors
       * near the minimum.
       */
      LINE_SEARCH_FAILED,
      /** The value or the gradient is not a finite number. */
      NOT_FINITE
    }
  }

  /**
   * The conditions under which the optimizer stops.
   *
   * @param iterations maximum number of steps
   * @param relativeDecrease smallest decrease of the value, relative to the value, within {@code
   *     window} steps
   * @param window number of steps over which the decrease is measured
   * @param gradientNorm tolerance for the gradient: stop when ‖gradient‖ ≤ gradientNorm · max(1,
   *     ‖parameters‖)
   */
  public record StopRule(int iterations, double relativeDecrease, int window, double gradientNorm) {
    /** Checks the ranges of the values. */
    public StopRule {
      Checks.atLeast("iterations", iterations, 1);
      Checks.atLeast("window", window, 1);
      if (!(relativeDecrease >= 0) || !(gradientNorm >= 0)) {
        throw new IllegalArgumentException(
            "relativeDecrease and gradientNorm must not be negative, were %s and %s"
                .formatted(relativeDecrease, gradientNorm));
      }
    }

    /**
     * Returns a rule that stops after the given number of steps, or when the value decreases by
     * less than a hundred-thousandth of itself within ten steps.
     */
    public static StopRule afterIterations(int iterations) {
      return new StopRule(iterations, 1e-5, 10, 1e-5);
    }
  }

  /**
   * Minimizes an objective.
   *
   * @param start initial parameters; not modified
   * @param stop the conditions under which to stop
   * @param listener called after each step
   */
  public Result minimize(
      StochasticObjective objective, double[] start, StopRule stop, Listener listener) {
    Checks.length("start", start.length, objective.parameterCount(), "[parameterCount]");
    return new Run(objective, start, stop).go(listener);
  }

  /** The state of one minimization. */
  private final class Run {
    private final StochasticObjective objective;
    private final StopRule stop;
    private final CurvatureMemory curvature;
    private final double[] recentValues;

    private double[] x;
    private double[] gradient;
    private double value;
    private double[] nextX;
    private double[] nextGradient;
    private final double[] direction;
    private int evaluations;

    Run(StochasticObjective objective, double[] start, StopRule stop) {
      this.objective = objective;
      this.stop = stop;
      this.curvature = new CurvatureMemory(memory, vectors);
      this.recentValues = new double[stop.window()];
      this.x = start.clone();
      this.gradient = new double[x.length];
      this.nextX = new double[x.length];
      this.nextGradient = new double[x.length];
      this.direction = new double[x.length];
    }

    private double evaluate(double[] at, double[] gradientOut) {
      evaluations++;
      return objective.valueAndGradient(at, seed, gradientOut);
    }

    Result go(Listener listener) {
      value = evaluate(x, gradient);
      if (!Double.isFinite(value) || !Double.isFinite(vectors.norm(gradient))) {
        return result(0, StopReason.NOT_FINITE);
      }
      if (isStationary()) {
        return result(0, StopReason.SMALL_GRADIENT);
      }

      for (int iteration = 1; iteration <= stop.iterations(); iteration++) {
        recentValues[(iteration - 1) % stop.window()] = value;
        if (!step()) {
          return result(iteration - 1, StopReason.LINE_SEARCH_FAILED);
        }
        listener.onIteration(iteration, value, x);

        if (isStationary()) {
          return result(iteration, StopReason.SMALL_GRADIENT);
        }
        double before = recentValues[iteration % stop.window()];
        boolean windowFull = iteration >= stop.window();
        if (windowFull && before - value <= stop.relativeDecrease() * Math.abs(value)) {
          return result(iteration, StopReason.SMALL_DECREASE);
        }
      }
      return result(stop.iterations(), StopReason.ITERATION_LIMIT);
    }

    private boolean isStationary() {
      return vectors.norm(gradient) <= stop.gradientNorm() * Math.max(1, vectors.norm(x));
    }

    private Result result(int iterations, StopReason reason) {
      return new Result(x, value, iterations, evaluations, reason);
    }

    /** Takes one step. If the stored curvature leads to none, tries again without it. */
    private boolean step() {
      if (!search()) {
        if (curvature.isEmpty()) {
          return false;
        }
        curvature.clear();
        if (!search()) {
          return false;
        }
      }

      curvature.remember(x, nextX, gradient, nextGradient);
      double[] oldX = x;
      double[] oldGradient = gradient;
      x = nextX;
      gradient = nextGradient;
      nextX = oldX;
      nextGradient = oldGradient;
      return true;
    }

    /**
     * Searches along the quasi-Newton direction. Leaves the new point in {@link #nextX} and its
     * gradient in {@link #nextGradient}. Returns false if no step lowers the value.
     */
    private boolean search() {
      curvature.direction(gradient, direction);
      double slope = vectors.dot(gradient, direction);
      if (!(slope < 0)) {
        return false;
      }

      double firstStep = 1;
      if (curvature.isEmpty()) {
        firstStep = Math.min(1, 1 / vectors.norm(gradient));
      }
      WolfeSearch search = new WolfeSearch(trials, this::tryStep);
      WolfeSearch.Trial bestTrial = search.run(value, slope, firstStep);
      if (bestTrial == null) {
        return false;
      }
      value = bestTrial.value();
      return true;
    }

    private WolfeSearch.Trial tryStep(double length) {
      vectors.sum(x, length, direction, nextX);
      double trialValue = evaluate(nextX, nextGradient);
      double trialSlope = vectors.dot(nextGradient, direction);
      return new WolfeSearch.Trial(length, trialValue, trialSlope);
    }
  }

  /** The last few steps s and gradient changes y, which define an approximate inverse Hessian. */
  static final class CurvatureMemory {
    private final Vectors vectors;
    private final double[][] steps;
    private final double[][] changes;
    private final double[] inverseProduct;
    private final int capacity;
    private int size;
    private int newest = -1;

    CurvatureMemory(int capacity, Vectors vectors) {
      this.vectors = vectors;
      this.capacity = capacity;
      this.steps = new double[capacity][];
      this.changes = new double[capacity][];
      this.inverseProduct = new double[capacity];
    }

    boolean isEmpty() {
      return size == 0;
    }

    void clear() {
      size = 0;
    }

    /**
     * Adds a step. A step without positive curvature is ignored, because the approximation would no
     * longer be positive definite.
     */
    void remember(double[] from, double[] to, double[] gradientFrom, double[] gradientTo) {
      int slot = (newest + 1) % capacity;
      if (steps[slot] == null) {
        steps[slot] = new double[from.length];
        changes[slot] = new double[from.length];
      }
      vectors.sum(to, -1, from, steps[slot]);
      vectors.sum(gradientTo, -1, gradientFrom, changes[slot]);

      double product = vectors.dot(steps[slot], changes[slot]);
      if (product > LEAST_CURVATURE * vectors.dot(changes[slot], changes[slot])) {
        inverseProduct[slot] = 1 / product;
        newest = slot;
        size = Math.min(size + 1, capacity);
      } else if (size == capacity) {
        // The slot held the oldest pair, which has been overwritten.
        size--;
      }
    }

    /** Computes {@code out = −H⁻¹ gradient} by the two-loop recursion. */
    void direction(double[] gradient, double[] out) {
      vectors.scale(-1, gradient, out);
      if (size == 0) {
        return;
      }

      double[] projection = new double[size];
      double product = vectors.dot(steps[newest], out);
      for (int k = 0; k < size; k++) {
        int slot = slot(k);
        projection[k] = inverseProduct[slot] * product;
        // One pass over the vector both subtracts this pair and multiplies by the next one.
        double[] next = k + 1 < size ? steps[slot(k + 1)] : changes[slot];
        product = vectors.addAndDot(out, -projection[k], changes[slot], next);
      }

      double newestChange = vectors.dot(changes[newest], changes[newest]);
      double scale = 1 / (inverseProduct[newest] * newestChange);
      vectors.scale(scale, out, out);
      product *= scale;

      for (int k = size - 1; k >= 0; k--) {
        int slot = slot(k);
        double correction = projection[k] - inverseProduct[slot] * product;
        double[] next = k > 0 ? changes[slot(k - 1)] : steps[slot];
        product = vectors.addAndDot(out, correction, steps[slot], next);
      }
    }

    /** Returns the slot of the k-th newest pair. */
    private int slot(int k) {
      return Math.floorMod(newest - k, capacity);
    }
  }
}
