package org.gpchain.cli.progress;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.gpchain.training.TimeLeft;

/** Progress for a log: a line for the first step, and one every few seconds. */
final class ProgressLines implements TrainingProgress {
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private final PrintWriter out;
  private final LongSupplier clock;
  private final TimeLeft time;
  private double heldOutF1 = Double.NaN;
  private long nextLine;

  /**
   * @param out where to
   * @param clock nanoseconds, from any origin
   */
  ProgressLines(PrintWriter out, LongSupplier clock) {
    this.out = out;
    this.clock = clock;
    this.time = new TimeLeft(clock);
    this.nextLine = clock.getAsLong();
  }

  @Override
  public void onStep(Step step) {
    heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
    if (clock.getAsLong() - nextLine >= 0) {
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      out.println(line(step));
      out.flush();
    }
  }

  private String line(Step step) {
    long seconds = Math.round(time.seconds(step.done()));
    return String.format(
        Locale.ROOT,
        "training, %s: %s, %.0f %% done, about %d:%02d min left",
        step.phase(),
        TrainingProgress.figures(step, heldOutF1),
        100 * step.done(),
        seconds / 60,
        seconds % 60);
  }

  @Override
  public void close() {
    out.flush();
  }
}
