package org.gpchain.cli.console;

import static org.gpchain.core.text.Numbers.format;

import java.util.function.LongSupplier;
import org.gpchain.training.Progress;
import org.gpchain.training.TimeLeft;

/** Shows the progress of training. */
public final class TrainingDisplay implements Progress, AutoCloseable {
  private static final int UNITS = 1000;

  private final ProgressDisplay display;
  private final TimeLeft time;
  private double heldOutF1 = Double.NaN;

  TrainingDisplay(ProgressDisplay display, LongSupplier clock) {
    this.display = display;
    this.time = new TimeLeft(clock);
    display.begin("training", UNITS, true);
  }

  @Override
  public void onStep(Step step) {
    heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
    double left = time.seconds(step.done());
    long seconds = Math.round(left);
    String figures =
        Double.isNaN(heldOutF1)
            ? format("objective %.1f", step.objective())
            : format("objective %.1f, dev F1 %.2f %%", step.objective(), 100 * heldOutF1);
    display.show(
        new ProgressDisplay.Step(
            Math.round(UNITS * step.done()),
            UNITS,
            left,
            figures,
            format(
                "training, %s: %s, %.0f %% done, about %d:%02d min left",
                step.phase(), figures, 100 * step.done(), seconds / 60, seconds % 60)));
  }

  @Override
  public void close() {
    display.end();
  }
}
