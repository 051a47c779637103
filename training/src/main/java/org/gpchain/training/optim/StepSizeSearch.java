package org.gpchain.training.optim;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.training.optim.StochasticDescent.Outcome;
import org.gpchain.training.optim.StochasticDescent.State;

/**
 * Finds step sizes (Galliani et al. 2017, supplement, §6.1 and algorithm 1): for one range of
 * parameters at a time, by doubling or halving, the largest step size for which a few stochastic
 * steps lower the objective and stay within the region. A quarter of it is the one to use.
 *
 * <p>Every step size sees the same batches and the same noise, and the objective is compared at the
 * same noise. Immutable.
 */
public final class StepSizeSearch {
  private static final int FACTOR = 2;
  private static final double SHARE = 0.25;
  private static final int STEPS = 20;

  /** A step size may be wrong by a factor of 2³⁰, a thousand million, either way. */
  private static final int MOST_CHANGES = 30;

  private final StochasticDescent descent;
  private final int steps;
  private final long seed;

  /** Checks each step size by the twenty steps of the paper. */
  public StepSizeSearch(StochasticDescent descent, long seed) {
    this(descent, STEPS, seed);
  }

  /**
   * @param descent takes the steps
   * @param steps number of steps that check one step size
   * @param seed of the noise at which the objective is compared
   */
  public StepSizeSearch(StochasticDescent descent, int steps, long seed) {
    this.descent = descent;
    this.steps = Checks.atLeast("steps", steps, 1);
    this.seed = seed;
  }

  /**
   * Finds the step size of each range, one after the other, the other parameters staying where they
   * are.
   *
   * @param objective that the steps are taken on
   * @param comparison the objective whose value over all its members is compared: the same, or a
   *     cheaper one of the same parameters
   * @param rule makes the directions; its memory is as before when the search is over
   * @param parameters where to search; not modified
   * @param guesses ranges and the positive step sizes to begin with
   * @return the same ranges with the step sizes to use
   * @throws StepSizeException if, for some range, neither the guess nor any of its first thirty
   *     halves lowers the objective
   */
  public StepSizes search(
      MemberwiseObjective objective,
      StochasticObjective comparison,
      GradientRule rule,
      double[] parameters,
      StepSizes guesses) {
    Checks.length("parameters", parameters.length, comparison.parameterCount(), "[parameterCount]");
    Trials trials = new Trials(objective, comparison, rule, State.start(parameters, 0));
    StepSizes found = guesses;
    for (int i = 0; i < guesses.ranges().size(); i++) {
      double guess = Checks.positive("guessed step size", guesses.size(i));
      found = found.with(i, SHARE * trials.largest(guesses.ranges().get(i), guess));
    }
    return found;
  }

  /** All that is the same for every range and every step size. */
  private final class Trials {
    private final MemberwiseObjective objective;
    private final StochasticObjective comparison;
    private final GradientRule rule;
    private final State start;
    private final List<double[]> memory;
    private final int[] everyMember;
    private final double[] gradient;
    private final double valueBefore;

    Trials(
        MemberwiseObjective objective,
        StochasticObjective comparison,
        GradientRule rule,
        State start) {
      this.objective = objective;
      this.comparison = comparison;
      this.rule = rule;
      this.start = start;
      this.memory = rule.memory();
      this.everyMember = IntStream.range(0, comparison.size()).toArray();
      this.gradient = new double[comparison.parameterCount()];
      this.valueBefore = value(start.parameters());
    }

    private double value(double[] parameters) {
      return comparison.valueAndGradient(parameters, everyMember, seed, gradient);
    }

    /** Doubling ends with the largest size to be tried even if that is still good. */
    double largest(Range range, double guess) {
      double size = guess;
      if (!isGood(range, guess)) {
        for (int i = 0; i < MOST_CHANGES; i++) {
          size /= FACTOR;
          if (isGood(range, size)) {
            return size;
          }
        }
        throw new StepSizeException(range, guess, size);
      }
      for (int i = 0; i < MOST_CHANGES && isGood(range, FACTOR * size); i++) {
        size *= FACTOR;
      }
      return size;
    }

    private boolean isGood(Range range, double size) {
      try {
        Outcome outcome =
            descent.run(objective, rule, StepSizes.of(List.of(range), size), start, steps);
        return outcome.retries() == 0 && value(outcome.state().parameters()) < valueBefore;
      } finally {
        rule.restore(memory);
      }
    }
  }
}
