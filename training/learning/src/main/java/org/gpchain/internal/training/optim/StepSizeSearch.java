package org.gpchain.internal.training.optim;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.optim.RestrictedObjective.Range;
import org.gpchain.internal.training.optim.StochasticDescent.Outcome;

/**
 * Finds step sizes (Galliani et al. 2017, supplement, §6.1 and algorithm 1): for one range of
 * parameters at a time, by doubling or halving, the largest step size for which twenty steps of
 * SAGA lower the objective and stay within the region. A quarter of it is the one to use.
 *
 * <p>Every step size sees the same batches and the same noise, and the objective is compared at the
 * same noise.
 */
public final class StepSizeSearch {
  private static final int FACTOR = 2;
  private static final double SHARE = 0.25;
  private static final int STEPS = 20;

  /** A step size may be wrong by a factor of 2³⁰, a thousand million, either way. */
  private static final int MOST_CHANGES = 30;

  private final StochasticDescent descent;
  private final MemberwiseObjective objective;
  private final double[] start;
  private final long seed;
  private final double valueBefore;

  /**
   * @param descent takes the steps
   * @param objective what the steps are to lower, over all its members
   * @param start where to search; kept, not modified
   * @param seed of the noise at which the objective is compared
   */
  public StepSizeSearch(
      StochasticDescent descent, MemberwiseObjective objective, double[] start, long seed) {
    Checks.length("parameters", start.length, objective.parameterCount(), "[parameterCount]");
    this.descent = descent;
    this.objective = objective;
    this.start = start;
    this.seed = seed;
    this.valueBefore = value(start);
  }

  private double value(double[] parameters) {
    return objective.valueAndGradient(parameters, seed, new double[start.length]);
  }

  /**
   * Finds the step size of one range, the other parameters staying where they are.
   *
   * @param range the parameters that move
   * @param guess the positive step size to begin with
   * @return the step size to use; empty if neither the guess nor any of its first thirty halves
   *     lowers the objective
   */
  public OptionalDouble search(Range range, double guess) {
    double size = Checks.positive("guessed step size", guess);
    if (isGood(range, size)) {
      // Doubling ends with the largest size to be tried even if that is still good.
      for (int i = 0; i < MOST_CHANGES && isGood(range, FACTOR * size); i++) {
        size *= FACTOR;
      }
      return OptionalDouble.of(SHARE * size);
    }
    for (int i = 0; i < MOST_CHANGES; i++) {
      size /= FACTOR;
      if (isGood(range, size)) {
        return OptionalDouble.of(SHARE * size);
      }
    }
    return OptionalDouble.empty();
  }

  private boolean isGood(Range range, double size) {
    double[] sizes = new double[start.length];
    Arrays.fill(sizes, range.from(), range.to(), size);
    Outcome outcome = descent.run(objective, new SagaGradient(), sizes, start, 0, STEPS);
    return outcome.retries() == 0 && value(outcome.parameters()) < valueBefore;
  }
}
