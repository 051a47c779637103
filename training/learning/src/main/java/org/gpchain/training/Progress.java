package org.gpchain.training;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.gpchain.core.model.Model;

/** A listener for the progress of learning. It is called from any thread, one call at a time. */
@FunctionalInterface
public interface Progress {
  /** A listener that ignores all reports. */
  Progress NONE = step -> {};

  /** Receives a step. */
  void onStep(Step step);

  /**
   * A step of learning. Work that turned out to be unnecessary counts neither as done nor as left.
   *
   * @param phase name of the current phase, such as {@code mean} or {@code round 1/2}
   * @param worked work that is done, as a share of the work that was initially expected; at the
   *     last step, 0 means the same amount as at the step before
   * @param left work that is expected to be left, as a share of the work that was initially
   *     expected; 0 at the last step
   * @param objective value of the objective, which is minimized
   * @param heldOutF1 phrase F1 on held-out sentences, in [0, 1]; NaN if it was not measured
   * @param model returns a model of what has been learned so far; null if the phase has no models
   */
  record Step(
      String phase,
      double worked,
      double left,
      double objective,
      double heldOutF1,
      Supplier<Model> model) {
    /** Creates a step without a model. */
    public Step(String phase, double worked, double left, double objective) {
      this(phase, worked, left, objective, Double.NaN, null);
    }

    /** Returns the share of the work that is done, in [0, 1]; 1 at the last step. */
    public double done() {
      return left > 0 ? worked / (worked + left) : 1;
    }
  }

  /**
   * Returns listeners for the parts of a job, which report the progress of the whole job to this
   * listener. The parts run one after the other. A part is complete when the next one begins, even
   * if work was expected to be left.
   *
   * @param work expected work of each part, at least 0, in any unit
   */
  default List<Progress> parts(double... work) {
    return parts(true, work);
  }

  /**
   * Returns listeners for the parts of a job, which report the progress of the whole job to this
   * listener. The parts run at the same time, and each must report its last step.
   *
   * @param work expected work of each part, at least 0, in any unit
   */
  default List<Progress> partsAtOnce(double... work) {
    return parts(false, work);
  }

  private List<Progress> parts(boolean inTurn, double... work) {
    PartialProgress whole = new PartialProgress(this, inTurn, work);
    List<Progress> parts = new ArrayList<>();
    for (int i = 0; i < work.length; i++) {
      int part = i;
      parts.add(step -> whole.onStep(part, step));
    }
    return parts;
  }

  /**
   * Returns a listener for a job that is a phase of this one. Its steps are reported to this
   * listener under the name of the phase and without their models.
   */
  default Progress asPhase(String name) {
    return step -> onStep(new Step(name, step.worked, step.left, step.objective));
  }

  /**
   * Returns how many steps of an iterative phase are expected to be left: at least a fifth of the
   * expected steps while the phase continues, but never more than the maximum allows.
   *
   * @param step number of steps that are done, from 0
   * @param expected expected number of steps, at least 1
   * @param maximum maximum number of steps, at least 1
   */
  static double left(int step, int expected, int maximum) {
    double expectedLeft = Math.max(expected - step, expected / 5.0);
    return Math.max(0, Math.min(maximum - step, expectedLeft));
  }

  /**
   * An estimator of the remaining time of a job, based on the time that its work has taken so far.
   * The start of a job is slow, because code has not been compiled yet. Therefore, each moment is
   * weighted with the cube of its distance from the start.
   */
  final class TimeLeft {
    private final LongSupplier clock;
    private final long start;
    private double time;
    private double work;
    private double lastSeconds;
    private double lastWorked;

    /**
     * Creates an estimator for a job that starts now.
     *
     * @param clock returns the current time (nanoseconds from any origin)
     */
    public TimeLeft(LongSupplier clock) {
      this.clock = clock;
      this.start = clock.getAsLong();
    }

    /**
     * Returns the estimated remaining time (seconds); NaN while no work is done.
     *
     * @param worked work that is done, in any unit; never less than at the previous call
     * @param left work that is left, in the same unit
     */
    public double seconds(double worked, double left) {
      double seconds = (clock.getAsLong() - start) / 1e9;
      if (worked > lastWorked) {
        double decay = Math.pow(lastSeconds / seconds, 3);
        time = decay * time + seconds - lastSeconds;
        work = decay * work + worked - lastWorked;
        lastSeconds = seconds;
        lastWorked = worked;
      }
      return left > 0 ? left * time / work : 0;
    }
  }
}
