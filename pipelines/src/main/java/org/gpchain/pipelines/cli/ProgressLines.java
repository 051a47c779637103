package org.gpchain.pipelines.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Progress for a log: a line for the first step, and one every few seconds. */
final class ProgressLines implements TrainingProgress {
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private final PrintWriter out;
  private final LongSupplier clock;
  private double heldOutF1 = Double.NaN;
  private long nextLine;

  /**
   * @param out where to
   * @param clock nanoseconds, from any origin
   */
  ProgressLines(PrintWriter out, LongSupplier clock) {
    this.out = out;
    this.clock = clock;
    this.nextLine = clock.getAsLong();
  }

  @Override
  public void onStep(LearningStep step) {
    heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
    if (clock.getAsLong() - nextLine >= 0) {
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      out.println(line(step));
      out.flush();
    }
  }

  private String line(LearningStep step) {
    long seconds = Math.round(step.secondsLeft());
    return String.format(
        Locale.ROOT,
        "training, %s: step %d of %d at most, %s, %d:%02d min left at most",
        step.phase(),
        step.step(),
        step.stepsAtMost(),
        TrainingProgress.figures(step, heldOutF1),
        seconds / 60,
        seconds % 60);
  }

  @Override
  public void close() {
    out.flush();
  }
}
