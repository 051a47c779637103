package org.gpchain.training.optim;

/**
 * What an optimiser found.
 *
 * @param parameters the best parameters; owned by the caller
 * @param value the objective there
 * @param iterations steps taken
 * @param evaluations number of times that the objective was evaluated
 * @param reason why the optimiser stopped
 */
public record OptimizationResult(
    double[] parameters, double value, int iterations, int evaluations, StopReason reason) {
  /** Why an optimiser stopped. */
  public enum StopReason {
    /** The gradient is as good as zero. */
    SMALL_GRADIENT,
    /** The value hardly falls any more. */
    SMALL_DECREASE,
    /** The rule allows no more steps. */
    ITERATION_LIMIT,
    /** No step along the search direction lowers the value: the limit of floating point, mostly. */
    LINE_SEARCH_FAILED,
    /** The value or the gradient is not a finite number. */
    NOT_FINITE
  }
}
