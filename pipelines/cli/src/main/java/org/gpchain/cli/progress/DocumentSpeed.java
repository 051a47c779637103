package org.gpchain.cli.progress;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.gpchain.documents.batch.BatchProgress.Step;

/** Tells how fast documents are annotated. */
final class DocumentSpeed {
  private final LongSupplier clock;
  private long start = -1;

  /**
   * @param clock nanoseconds, from any origin
   */
  DocumentSpeed(LongSupplier clock) {
    this.clock = clock;
  }

  /** Failures, tokens a second, and the time left, as far as they are known. */
  String of(Step step) {
    long now = clock.getAsLong();
    long ours = step.done() - step.before();
    if (start < 0 || ours == 0) {
      start = now;
    }
    double seconds = (now - start) / 1e9;
    StringBuilder text = new StringBuilder();
    if (step.failed() > 0) {
      text.append(step.failed()).append(" failed ");
    }
    if (ours > 0 && seconds > 0) {
      text.append(String.format(Locale.ROOT, "%,.0f tokens/s", step.tokens() / seconds));
      if (step.all().isPresent() && step.all().getAsLong() > step.done()) {
        long left = step.all().getAsLong() - step.done();
        text.append(' ').append(time(left * seconds / ours)).append(" left");
      }
    }
    return text.toString().strip();
  }

  private static String time(double seconds) {
    Duration left = Duration.ofSeconds((long) seconds);
    return String.format(
        Locale.ROOT, "%d:%02d:%02d", left.toHours(), left.toMinutesPart(), left.toSecondsPart());
  }
}
