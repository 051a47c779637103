package org.gpchain.training.optim;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.training.optim.StepSizes.Range;
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
   * Finds the step size of one range, the other parameters staying where they are.
   *
   * @param objective that the steps are taken on
   * @param comparison the objective whose value over all its members is compared: the same, or a
   *     cheaper one of the same parameters
   * @param rule makes the directions; its memory is as before when the search is over
   * @param parameters where to search; not modified
   * @param range the parameters that move
   * @param guess the positive step size to begin with
   * @return the step size to use; empty if neither the guess nor any of its first thirty halves
   *     lowers the objective
   */
  public OptionalDouble search(
      MemberwiseObjective objective,
      StochasticObjective comparison,
      GradientRule rule,
      double[] parameters,
      Range range,
      double guess) {
    Checks.length("parameters", parameters.length, comparison.parameterCount(), "[parameterCount]");
    Checks.positive("guessed step size", guess);
    double size =
        new Trials(objective, comparison, rule, State.start(parameters, 0), range).largest(guess);
    return size > 0 ? OptionalDouble.of(SHARE * size) : OptionalDouble.empty();
  }

  /** All that is the same for every step size. */
  private final class Trials {
    private final MemberwiseObjective objective;
    private final StochasticObjective comparison;
    private final GradientRule rule;
    private final State start;
    private final Range range;
    private final List<double[]> memory;
    private final int[] everyMember;
    private final double[] gradient;
    private final double valueBefore;

    Trials(
        MemberwiseObjective objective,
        StochasticObjective comparison,
        GradientRule rule,
        State start,
        Range range) {
      this.objective = objective;
      this.comparison = comparison;
      this.rule = rule;
      this.start = start;
      this.range = range;
      this.memory = rule.memory();
      this.everyMember = IntStream.range(0, comparison.size()).toArray();
      this.gradient = new double[comparison.parameterCount()];
      this.valueBefore = value(start.parameters());
    }

    private double value(double[] parameters) {
      return comparison.valueAndGradient(parameters, everyMember, seed, gradient);
    }

    /**
     * Doubling ends with the largest size to be tried even if that is still good; zero for none.
     */
    double largest(double guess) {
      double size = guess;
      if (isGood(guess)) {
        for (int i = 0; i < MOST_CHANGES && isGood(FACTOR * size); i++) {
          size *= FACTOR;
        }
        return size;
      }
      for (int i = 0; i < MOST_CHANGES; i++) {
        size /= FACTOR;
        if (isGood(size)) {
          return size;
        }
      }
      return 0;
    }

    private boolean isGood(double size) {
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
