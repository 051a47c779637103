package org.gpchain.training;

import java.util.Arrays;
import org.gpchain.training.Progress.Step;

/** The progress of a job that consists of several parts. */
final class PartialProgress {
  private final Progress listener;
  private final boolean inTurn;
  private final double[] work;
  private final double total;

  /** Work that is done, for each part. */
  private final double[] worked;

  /** Work that is expected to be left, for each part. */
  private final double[] left;

  /**
   * Creates the progress of a job that has not started.
   *
   * @param listener receives the steps of the whole job
   * @param inTurn whether the parts run one after the other, not at the same time
   * @param work expected work of each part, in any unit; not modified
   */
  PartialProgress(Progress listener, boolean inTurn, double... work) {
    this.listener = listener;
    this.inTurn = inTurn;
    this.work = work;
    this.total = Math.max(Double.MIN_NORMAL, Arrays.stream(work).sum());
    this.worked = new double[work.length];
    this.left = work.clone();
  }

  /** Receives a step of a part, and reports it as a step of the whole job. */
  synchronized void onStep(int part, Step step) {
    if (inTurn) {
      Arrays.fill(left, 0, part, 0);
    }
    worked[part] = Math.max(worked[part], work[part] * step.worked());
    left[part] = work[part] * step.left();

    double workedShare = Arrays.stream(worked).sum() / total;
    double leftShare = Arrays.stream(left).sum() / total;
    listener.onStep(
        new Step(
            step.phase(),
            workedShare,
            leftShare,
            step.objective(),
            step.heldOutF1(),
            step.model()));
  }
}
