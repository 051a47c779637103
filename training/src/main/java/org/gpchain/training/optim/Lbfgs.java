package org.gpchain.training.optim;

import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.optim.OptimizationResult.StopReason;

/**
 * L-BFGS (Nocedal and Wright 2006, algorithms 7.4 and 7.5) on the whole sum, with a line search
 * that satisfies the strong Wolfe conditions.
 */
public final class Lbfgs implements Optimizer {
  private static final int MOST_TRIALS = 25;

  private final int memory;
  private final long seed;
  private final int trials;
  private final Vectors vectors;

  /**
   * @param memory number of steps that the curvature is remembered from
   * @param seed handed to the objective at every evaluation: common random numbers
   * @param parallel for the vector operations
   */
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

  @Override
  public OptimizationResult minimize(
      StochasticObjective objective, double[] start, StopRule stop, ProgressListener listener) {
    Checks.length("start", start.length, objective.parameterCount(), "[parameterCount]");
    return new Run(objective, start, stop).go(listener);
  }

  /** The state of one minimisation. */
  private final class Run {
    private final StochasticObjective objective;
    private final StopRule stop;
    private final int[] everyMember;
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
      this.everyMember = IntStream.range(0, objective.size()).toArray();
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
      return objective.valueAndGradient(at, everyMember, seed, gradientOut);
    }

    OptimizationResult go(ProgressListener listener) {
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

    private OptimizationResult result(int iterations, StopReason reason) {
      return new OptimizationResult(x, value, iterations, evaluations, reason);
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
}
