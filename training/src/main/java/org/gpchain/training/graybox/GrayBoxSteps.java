package org.gpchain.training.graybox;

import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;

/** Reports the steps of a batch method as progress, and keeps the last value of the objective. */
final class GrayBoxSteps implements GrayBoxListener {
  private final int rounds;
  private final int[] steps;
  private final Progress progress;
  private int before;
  private int step;
  private double objective = Double.NaN;

  GrayBoxSteps(Schedule schedule, Progress progress) {
    this.rounds = schedule.rounds();
    this.steps = new int[] {schedule.unary(), schedule.pairwise(), schedule.hyper()};
    this.progress = progress;
  }

  /** Number of steps of all phases, if none ends early. */
  int planned() {
    return rounds * (steps[0] + steps[1] + steps[2]);
  }

  /** The negative evidence lower bound after the last step; NaN before the first one. */
  double objective() {
    return objective;
  }

  @Override
  public void onStep(String phase, double value) {
    objective = value;
    step++;
    progress.onStep(new Step(phase, (double) (before + step) / planned(), value));
  }

  @Override
  public void onPhase(String phase, GrayBoxState state) {
    before += steps[(state.phase() - 1) % steps.length];
    step = 0;
  }
}
