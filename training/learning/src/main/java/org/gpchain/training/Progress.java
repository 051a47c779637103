package org.gpchain.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;

/** Receives reports on the progress of learning, one call at a time, from any thread. */
@FunctionalInterface
public interface Progress {
  Progress NONE = step -> {};

  void onStep(Step step);

  /**
   * One step of learning. Work that turned out not to be needed is neither done nor left.
   *
   * @param phase what is being done, such as {@code mean} or {@code round 1/2}
   * @param worked work that is done, as a share of what was expected of the job at first; at the
   *     last step 0 for what the step before had
   * @param left work that is expected to be left, as such a share; 0 at the last step
   * @param objective value of the objective that is minimised
   * @param heldOutF1 phrase F1 on held-out sentences, in [0, 1]; NaN if not measured at this step
   * @param model makes a model of what has been learned so far; null where a phase makes none
   */
  record Step(
      String phase,
      double worked,
      double left,
      double objective,
      double heldOutF1,
      Supplier<Model> model) {
    public Step(String phase, double worked, double left, double objective) {
      this(phase, worked, left, objective, Double.NaN, null);
    }

    /** The share of the job that is done, in [0, 1]: 1 at the last step. */
    public double done() {
      return left > 0 ? worked / (worked + left) : 1;
    }
  }

  /**
   * Progress of the parts of a job, one after the other: a part is over when the next one begins,
   * whatever was left of it.
   *
   * @param work expected work of each part, at least 0, in any unit
   */
  default List<Progress> parts(double... work) {
    return parts(true, work);
  }

  /** Progress of parts that go on at the same time, each with a last step when it is over. */
  default List<Progress> partsAtOnce(double... work) {
    return parts(false, work);
  }

  private List<Progress> parts(boolean inTurn, double... work) {
    double all = Math.max(Double.MIN_NORMAL, Arrays.stream(work).sum());
    double[] worked = new double[work.length];
    double[] left = work.clone();
    List<Progress> parts = new ArrayList<>();
    for (int i = 0; i < work.length; i++) {
      int part = i;
      parts.add(
          step -> {
            synchronized (worked) {
              Arrays.fill(left, 0, inTurn ? part : 0, 0);
              worked[part] = Math.max(worked[part], work[part] * step.worked);
              left[part] = work[part] * step.left;
              onStep(
                  new Step(
                      step.phase,
                      Arrays.stream(worked).sum() / all,
                      Arrays.stream(left).sum() / all,
                      step.objective,
                      step.heldOutF1,
                      step.model));
            }
          });
    }
    return parts;
  }

  /** Progress of a job that is one phase of this one, and whose models are not the final one. */
  default Progress asPhase(String name) {
    return step -> onStep(new Step(name, step.worked, step.left, step.objective));
  }

  /**
   * Returns how many steps of an iterative phase are expected to be left. While it goes on, at
   * least a fifth of the expected steps is, but never more than the maximum allows.
   *
   * @param step number of steps that are done, from 0
   * @param expected number of steps that are expected, at least 1
   * @param most maximum number of steps, at least 1
   */
  static double left(int step, int expected, int most) {
    return Math.max(0, Math.min(most - step, Math.max(expected - step, expected / 5.0)));
  }

  /**
   * Estimates the time that a job still takes, by the time that its work has taken so far. A moment
   * counts by the cube of its distance from the start, since the first ones are slow: code is still
   * being compiled.
   */
  final class TimeLeft {
    private final LongSupplier clock;
    private final long start;
    private double time;
    private double work;
    private double lastSeconds;
    private double lastWorked;

    /**
     * @param clock nanoseconds, from any origin
     */
    public TimeLeft(LongSupplier clock) {
      this.clock = clock;
      this.start = clock.getAsLong();
    }

    /**
     * Seconds left; NaN as long as nothing is done.
     *
     * @param worked work that is done, in any unit, no less than at the call before
     * @param left work that is left
     */
    public double seconds(double worked, double left) {
      double seconds = (clock.getAsLong() - start) / 1e9;
      if (worked > lastWorked) {
        double kept = Math.pow(lastSeconds / seconds, 3);
        time = kept * time + seconds - lastSeconds;
        work = kept * work + worked - lastWorked;
        lastSeconds = seconds;
        lastWorked = worked;
      }
      return left > 0 ? left * time / work : 0;
    }
  }
}
