package org.gpchain.internal.training.descent;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.gpchain.internal.training.descent.StochasticDescent.Outcome;
import org.gpchain.internal.training.descent.StochasticDescent.Steps;

/**
 * The search for step sizes, one for each range of parameters (Galliani et al. 2017, supplement,
 * §6.1 and algorithm 1). By doubling or halving, it finds the largest step size for which twenty
 * SAGA steps lower the objective and stay within the region. A quarter of that is the step size to
 * use.
 *
 * <p>All step sizes are tried with the same batches and the same noise, and the values of the
 * objective are compared with the same noise.
 */
public final class StepSizeSearch {
  /** Factor between two step sizes that are tried. */
  private static final int FACTOR = 2;

  /** Share of the largest good step size that is returned. */
  private static final double SHARE = 0.25;

  /** Number of steps by which a step size is tried. */
  private static final int STEPS = 20;

  /** Maximum number of doublings or halvings: the guess can be wrong by a factor of 2³⁰. */
  private static final int MOST_CHANGES = 30;

  private final StochasticDescent descent;
  private final MemberwiseObjective objective;
  private final double[] start;
  private final long seed;
  private final double valueBefore;

  /**
   * Creates a search.
   *
   * @param descent the algorithm that makes the steps
   * @param objective the objective to lower, over all its members
   * @param start parameters from which the steps start; kept, not modified
   * @param seed seed of the noise with which values of the objective are compared
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
   * Finds the step size of one range, while the other parameters are fixed.
   *
   * @param range the parameters that vary
   * @param guess the step size to try first, positive
   * @return the step size to use; empty if neither the guess nor any of its first thirty halves
   *     lowers the objective
   */
  public OptionalDouble search(Range range, double guess) {
    double size = Checks.positive("guessed step size", guess);
    if (isGood(range, size)) {
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
    Outcome outcome = descent.run(objective, new SagaGradient(), sizes, start, new Steps(0, STEPS));
    return outcome.retries() == 0 && value(outcome.parameters()) < valueBefore;
  }
}
