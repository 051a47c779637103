package org.gpchain.training.optim;

import org.gpchain.core.math.Checks;

/** Minimises an objective. Implementations are immutable. */
public interface Optimizer {
  /**
   * Minimises.
   *
   * @param objective what to minimise
   * @param start where to begin; not modified
   * @param stop when to stop
   * @param listener is told of each step
   */
  Result minimize(StochasticObjective objective, double[] start, StopRule stop, Listener listener);

  /** Is told of each step of an optimiser. */
  @FunctionalInterface
  interface Listener {
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
   * The result of an optimiser.
   *
   * @param parameters the best parameters; owned by the caller
   * @param value the objective there
   * @param iterations steps taken
   * @param evaluations number of times that the objective was evaluated
   * @param reason why the optimiser stopped
   */
  record Result(
      double[] parameters, double value, int iterations, int evaluations, StopReason reason) {
    /** Why an optimiser stopped. */
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
   * When an optimiser stops.
   *
   * @param iterations steps at most
   * @param relativeDecrease stop when the value has fallen by less than this share of itself within
   *     {@code window} steps
   * @param window number of steps over which the decrease is measured
   * @param gradientNorm stop when ‖gradient‖ ≤ gradientNorm · max(1, ‖parameters‖)
   */
  record StopRule(int iterations, double relativeDecrease, int window, double gradientNorm) {
    /** Checks the numbers. */
    public StopRule {
      Checks.atLeast("iterations", iterations, 1);
      Checks.atLeast("window", window, 1);
      if (!(relativeDecrease >= 0) || !(gradientNorm >= 0)) {
        throw new IllegalArgumentException(
            "relativeDecrease and gradientNorm must not be negative, were "
                + relativeDecrease
                + " and "
                + gradientNorm);
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
}
