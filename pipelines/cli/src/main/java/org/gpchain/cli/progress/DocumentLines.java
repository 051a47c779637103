package org.gpchain.cli.progress;

import java.io.PrintWriter;
import java.util.function.LongSupplier;
import org.gpchain.documents.batch.BatchProgress;

/** Documents in a log: a line every few seconds, so none if all is done by then. */
final class DocumentLines implements BatchProgress {
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private final PrintWriter out;
  private final LongSupplier clock;
  private final DocumentSpeed speed;
  private long nextLine;

  /**
   * @param out where to
   * @param clock nanoseconds, from any origin
   */
  DocumentLines(PrintWriter out, LongSupplier clock) {
    this.out = out;
    this.clock = clock;
    this.speed = new DocumentSpeed(clock);
    this.nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
  }

  @Override
  public void onDocument(Step step) {
    String now = speed.of(step);
    if (clock.getAsLong() - nextLine >= 0) {
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      out.println(
          "annotating: "
              + step.done()
              + (step.all().isPresent() ? " of " + step.all().getAsLong() : "")
              + " documents "
              + now);
      out.flush();
    }
  }

  @Override
  public void close() {
    out.flush();
  }
}
