package org.gpchain.cli.progress;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.gpchain.corpora.words.WordProgress;

/** Steps in a log: the line about each, and one every few seconds as long as it lasts. */
final class StepLines implements WordProgress {
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private final PrintWriter out;
  private final LongSupplier clock;
  private String step;
  private long size;
  private long nextLine;

  /**
   * @param out where to
   * @param clock nanoseconds, from any origin
   */
  StepLines(PrintWriter out, LongSupplier clock) {
    this.out = out;
    this.clock = clock;
  }

  @Override
  public void begin(String name, long howMuch) {
    step = name;
    size = howMuch;
    nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
  }

  @Override
  public void at(long done, String figures) {
    if (clock.getAsLong() - nextLine >= 0) {
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      line(
          size < 0
              ? String.format(Locale.ROOT, "%s: %,d %s", step, done, figures)
              : String.format(
                  Locale.ROOT, "%s: %.0f %% done, %s", step, 100.0 * done / size, figures));
    }
  }

  @Override
  public void end(String result) {
    line(result);
  }

  private void line(String text) {
    out.println(text);
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
