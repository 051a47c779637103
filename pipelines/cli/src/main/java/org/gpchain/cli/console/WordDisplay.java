package org.gpchain.cli.console;

import static org.gpchain.core.text.Numbers.format;

import java.util.function.LongSupplier;
import org.gpchain.corpora.words.WordProgress;
import org.gpchain.training.TimeLeft;

/** Shows the steps in which a word resource is learned, and a line about each that is done. */
final class WordDisplay implements WordProgress {
  private final ProgressDisplay display;
  private final LongSupplier clock;
  private String name;
  private long size;
  private TimeLeft time;

  WordDisplay(ProgressDisplay display, LongSupplier clock) {
    this.display = display;
    this.clock = clock;
  }

  @Override
  public void begin(String step, long howMuch) {
    name = step;
    size = howMuch;
    time = new TimeLeft(clock);
    display.begin(step, size, false);
  }

  @Override
  public void at(long done, String figures) {
    double share = (double) done / size;
    display.show(
        new ProgressDisplay.Step(
            done,
            size,
            size < 0 ? Double.NaN : time.seconds(share),
            figures,
            size < 0
                ? format("%s: %,d %s", name, done, figures)
                : format("%s: %.0f %% done, %s", name, 100 * share, figures)));
  }

  @Override
  public void end(String result) {
    display.end();
    display.print(result);
  }

  @Override
  public void close() {
    display.end();
  }
}
