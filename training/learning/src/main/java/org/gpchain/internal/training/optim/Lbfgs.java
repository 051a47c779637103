package org.gpchain.internal.training.optim;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;

/**
 * L-BFGS (Nocedal and Wright 2006, algorithms 7.4 and 7.5) with a line search that satisfies the
 * strong Wolfe conditions. Immutable.
 */
public final class Lbfgs {
  /** Steps that it remembers, as a rule. */
  public static final int MEMORY = 10;

  private static final int MOST_TRIALS = 25;

  private final int memory;
  private final long seed;
  private final int trials;
  private final Vectors vectors;

  /** With as many evaluations of a line search as it may need. */
  public Lbfgs(int memory, long seed, Parallel parallel) {
    this(memory, MOST_TRIALS, seed, parallel);
  }

  /**
   * @param memory number of steps that the curvature is remembered from
   * @param trials evaluations of a line search at most; with a gradient that is an estimate, few:
   *     where the noise is larger than the slope no step satisfies the conditions
   * @param seed handed to the objective at every evaluation: common random numbers
   * @param parallel for the vector operations
   */
  public Lbfgs(int memory, int trials, long seed, Parallel parallel) {
    this.trials = Checks.atLeast("trials", trials, 2);
    this.memory = Checks.atLeast("memory", memory, 1);
    this.seed = seed;
    this.vectors = new Vectors(parallel);
  }

  @FunctionalInterface
  public interface Listener {
    /**
     * Called after each step.
     *
     * @param iteration number of the step, from 1
     * @param value the objective
     * @param parameters where it is; shared, valid during the call only, not to be modified
     */
    void onIteration(int iteration, double value, double[] parameters);
  }

  /**
   * @param parameters the best parameters; owned by the caller
   * @param value the objective there
   * @param iterations steps taken
   * @param evaluations number of times that the objective was evaluated
   * @param reason why the optimiser stopped
   */
  public record Result(
      double[] parameters, double value, int iterations, int evaluations, StopReason reason) {
    public enum StopReason {
      /** The gradient is as good as zero. */
      SMALL_GRADIENT,
      /** The value hardly falls any more. */
      SMALL_DECREASE,
      /** The rule allows no more steps. */
      ITERATION_LIMIT,
      /**
       * No step along the search direction lowers the value: the limit of floating point, mostly.
       */
      LINE_SEARCH_FAILED,
      /** The value or the gradient is not a finite number. */
      NOT_FINITE
    }
  }

  /**
   * @param iterations steps at most
   * @param relativeDecrease stop when the value has fallen by less than this share of itself within
   *     {@code window} steps
   * @param window number of steps over which the decrease is measured
   * @param gradientNorm stop when ‖gradient‖ ≤ gradientNorm · max(1, ‖parameters‖)
   */
  public record StopRule(int iterations, double relativeDecrease, int window, double gradientNorm) {
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
     * Stops after the given number of steps, or when ten of them gain less than a
     * hundred-thousandth.
     */
    public static StopRule afterIterations(int iterations) {
      return new StopRule(iterations, 1e-5, 10, 1e-5);
    }
  }

  /**
   * @param start where to begin; not modified
   */
  public Result minimize(
      StochasticObjective objective, double[] start, StopRule stop, Listener listener) {
    Checks.length("start", start.length, objective.parameterCount(), "[parameterCount]");
    return new Run(objective, start, stop).go(listener);
  }

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

    /** Takes one step; when the remembered curvature leads nowhere, once more without it. */
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

    /** Searches along the quasi-Newton direction; leaves the point found in nextX, nextGradient. */
    private boolean search() {
      curvature.direction(gradient, direction);
      double slope = vectors.dot(gradient, direction);
      if (!(slope < 0)) {
        return false;
      }
      double firstStep = curvature.isEmpty() ? Math.min(1, 1 / vectors.norm(gradient)) : 1;
      WolfeSearch search =
          new WolfeSearch(
              trials,
              length -> {
                vectors.sum(x, length, direction, nextX);
                double trial = evaluate(nextX, nextGradient);
                return new WolfeSearch.Trial(length, trial, vectors.dot(nextGradient, direction));
              });
      WolfeSearch.Trial found = search.run(value, slope, firstStep);
      if (found == null) {
        return false;
      }
      value = found.value();
      return true;
    }
  }

  /** The last few steps s and gradient changes y, and the inverse Hessian that they stand for. */
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
     * Takes in one step. A pair without positive curvature would spoil the approximation: left out.
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
      if (product > 1e-12 * vectors.dot(changes[slot], changes[slot])) {
        inverseProduct[slot] = 1 / product;
        newest = slot;
        size = Math.min(size + 1, capacity);
      } else if (size == capacity) {
        // The slot held the oldest pair, which has been overwritten.
        size--;
      }
    }

    /** {@code out = −H⁻¹ gradient} by the two-loop recursion. */
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
        // One pass over memory subtracts this pair and meets the next one.
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

    /** The slot of the k-th newest pair. */
    private int slot(int k) {
      return Math.floorMod(newest - k, capacity);
    }
  }
}
