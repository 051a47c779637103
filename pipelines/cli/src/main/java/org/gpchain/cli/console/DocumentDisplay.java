package org.gpchain.cli.console;

import static org.gpchain.core.text.Numbers.format;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.gpchain.documents.batch.BatchProgress;

/** Shows how many documents are done, how fast, and the time left, as far as it is known. */
final class DocumentDisplay implements BatchProgress {
  private final ProgressDisplay display;
  private final LongSupplier clock;
  private long start = -1;

  DocumentDisplay(ProgressDisplay display, LongSupplier clock) {
    this.display = display;
    this.clock = clock;
    display.begin("annotating", -1, false);
  }

  @Override
  public void onDocument(Step step) {
    long now = clock.getAsLong();
    long ours = step.done() - step.before();
    if (start < 0 || ours == 0) {
      start = now;
    }
    double seconds = (now - start) / 1e9;
    long all = step.all().orElse(-1);
    boolean isTimed = ours > 0 && seconds > 0;
    double left = isTimed && all > step.done() ? (all - step.done()) * seconds / ours : Double.NaN;
    StringBuilder figures = new StringBuilder();
    if (step.failed() > 0) {
      figures.append(step.failed()).append(" failed ");
    }
    if (isTimed) {
      figures.append(format("%,.0f tokens/s", step.tokens() / seconds));
    }
    if (!Double.isNaN(left)) {
      Duration time = Duration.ofSeconds((long) left);
      figures.append(
          format(" %d:%02d:%02d left", time.toHours(), time.toMinutesPart(), time.toSecondsPart()));
    }
    String known = figures.toString().strip();
    String documents = step.done() + (all < 0 ? "" : " of " + all) + " documents ";
    display.show(
        new ProgressDisplay.Step(
            step.done(), all, left, known, "annotating: " + documents + known));
  }

  @Override
  public void close() {
    display.end();
  }
}
