package org.gpchain.training;

/** Is told how learning gets on. Called on the learner's thread, one call at a time. */
@FunctionalInterface
public interface LearningListener {
  /** A listener that does not listen. */
  LearningListener SILENT = step -> {};

  /** Called after each step. */
  void onStep(LearningStep step);

  /**
   * One step of learning.
   *
   * @param phase what is being done, such as {@code mean} or {@code round 1/2}
   * @param step number of the step, from 1, over all phases
   * @param stepsAtMost number of steps that learning takes at most
   * @param objective value of the objective that is minimised (negative evidence lower bound, or
   *     negative log posterior)
   * @param heldOutF1 phrase F1 on the held-out sentences, in [0, 1]; NaN if not measured at this
   *     step
   * @param secondsLeft estimate of the time left at most
   */
  record LearningStep(
      String phase,
      int step,
      int stepsAtMost,
      double objective,
      double heldOutF1,
      double secondsLeft) {}
}
