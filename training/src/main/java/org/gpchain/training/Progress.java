package org.gpchain.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;

/**
 * Receives reports on the progress of learning. Called on the caller's thread, one call at a time.
 */
@FunctionalInterface
public interface Progress {
  Progress NONE = step -> {};

  void onStep(Step step);

  /**
   * One step of learning.
   *
   * @param phase what is being done, such as {@code mean} or {@code round 1/2}
   * @param done expected share of all work that is done, in [0, 1], never less than at the step
   *     before: a phase that ends early counts as complete
   * @param objective value of the objective that is minimised
   * @param heldOutF1 phrase F1 on held-out sentences, in [0, 1]; NaN if not measured at this step
   * @param model makes a model of what has been learned so far; null where a phase makes none
   */
  record Step(
      String phase, double done, double objective, double heldOutF1, Supplier<Model> model) {
    public Step(String phase, double done, double objective) {
      this(phase, done, objective, Double.NaN, null);
    }

    public Step(String phase, double done, double objective, Supplier<Model> model) {
      this(phase, done, objective, Double.NaN, model);
    }
  }

  /**
   * Progress of the parts of a job, one after the other.
   *
   * @param work expected work of each part, at least 0, in any unit
   * @return one for each part: what it reports as done is its share of the whole
   */
  default List<Progress> parts(double... work) {
    double all = Arrays.stream(work).sum();
    List<Progress> parts = new ArrayList<>();
    double before = 0;
    for (double own : work) {
      double from = all > 0 ? before / all : 0;
      before += own;
      double to = all > 0 ? before / all : 0;
      parts.add(
          step ->
              onStep(
                  new Step(
                      step.phase,
                      from + (to - from) * step.done,
                      step.objective,
                      step.heldOutF1,
                      step.model)));
    }
    return parts;
  }

  /** Progress of a job that is one phase of this one, and whose models are not the final one. */
  default Progress asPhase(String name) {
    return step -> onStep(new Step(name, step.done, step.objective));
  }

  /**
   * The share of an iterative phase that is done. While it goes on, at least a fifth of the
   * expected steps is assumed to be left, but never more than the maximum allows.
   *
   * @param step number of steps that are done, from 0
   * @param expected number of steps that are expected, at least 1
   * @param most maximum number of steps, at least 1
   */
  static double share(int step, int expected, int most) {
    double left = Math.min(most - step, Math.max(expected - step, expected / 5.0));
    return step / (step + Math.max(0, left));
  }

  /** Estimates the time that a job still takes, by the share of it that is done. */
  final class TimeLeft {
    private final LongSupplier clock;
    private final long start;

    /**
     * @param clock nanoseconds, from any origin
     */
    public TimeLeft(LongSupplier clock) {
      this.clock = clock;
      this.start = clock.getAsLong();
    }

    /** Seconds left, by the share of the job that is done; NaN as long as that is 0. */
    public double seconds(double done) {
      return done > 0 ? (clock.getAsLong() - start) / 1e9 * (1 - done) / done : Double.NaN;
    }
  }
}
