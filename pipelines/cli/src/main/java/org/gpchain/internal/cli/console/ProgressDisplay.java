package org.gpchain.internal.cli.console;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.apache.commons.io.function.IOSupplier;
import org.gpchain.internal.corpora.words.WordProgress;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.TimeLeft;

/** Shows the progress of a command on standard error. One task is shown at a time. */
public final class ProgressDisplay {
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  /** About a task of a known size. */
  private static final int LINES_AT_MOST = 10;

  private final boolean isWatched;
  private final PrintWriter err;
  private final LongSupplier clock;
  private ProgressBar bar;
  private long nextLine;
  private long nextDone;

  /** When the task is expected to end, in seconds of the clock; read by the thread of the bar. */
  private volatile double end;

  /**
   * @param isWatched whether a person watches a bar; a log has a line now and then
   * @param err where lines are written; bars go to the terminal
   * @param clock nanoseconds, from any origin
   */
  ProgressDisplay(boolean isWatched, PrintWriter err, LongSupplier clock) {
    this.isWatched = isWatched;
    this.err = err;
    this.clock = clock;
  }

  public Training training() {
    return new Training();
  }

  /** Shows how many documents are done, how fast, and the time left, as far as it is known. */
  public BatchProgress documents() {
    return new Documents();
  }

  /** Shows the steps in which a word resource is learned, and a line about each that is done. */
  public WordProgress words() {
    return new Words();
  }

  /** A task, which may end before it is done. */
  private abstract class Shown implements AutoCloseable {
    @Override
    public final void close() {
      ProgressDisplay.this.end();
    }
  }

  public final class Training extends Shown implements Progress {
    private static final int UNITS = 1000;

    private final TimeLeft time = new TimeLeft(clock);
    private double heldOutF1 = Double.NaN;
    private double done;

    private Training() {
      ProgressDisplay.this.begin("training", UNITS, true);
    }

    @Override
    public void onStep(Progress.Step step) {
      heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
      done = Math.max(done, step.done());
      double left = time.seconds(step.worked(), step.left());
      long seconds = Math.round(left);
      String figures =
          Double.isNaN(heldOutF1)
              ? format("objective %.1f", step.objective())
              : format("objective %.1f, dev F1 %.2f %%", step.objective(), 100 * heldOutF1);
      // The first steps, in code that is not compiled yet, say nothing of how long others take.
      String line =
          format("training, %s: %s, %.0f %% done", step.phase(), figures, 100 * done)
              + (done < 0.005
                  ? ""
                  : format(", about %d:%02d min left", seconds / 60, seconds % 60));
      show(Math.round(UNITS * done), UNITS, left, figures, line);
    }
  }

  private final class Documents extends Shown implements BatchProgress {
    private long start = -1;

    Documents() {
      ProgressDisplay.this.begin("annotating", -1, false);
    }

    @Override
    public void onDocument(BatchProgress.Step step) {
      long now = clock.getAsLong();
      long ours = step.done() - step.before();
      if (start < 0 || ours == 0) {
        start = now;
      }
      if (!isSeen(step.done())) {
        return;
      }
      double seconds = (now - start) / 1e9;
      long all = step.all().orElse(-1);
      boolean isTimed = ours > 0 && seconds > 0;
      double left =
          isTimed && all > step.done() ? (all - step.done()) * seconds / ours : Double.NaN;
      String figures = step.failed() > 0 ? step.failed() + " failed " : "";
      if (isTimed && step.tokens() > 0) {
        figures += format("%,.0f tokens/s", step.tokens() / seconds);
      }
      if (!Double.isNaN(left)) {
        Duration time = Duration.ofSeconds((long) left);
        figures +=
            format(
                " %d:%02d:%02d left", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
      }
      String known = figures.strip();
      String documents =
          (all < 0 ? "" : step.done() + " of ") + plural(all < 0 ? step.done() : all, "document");
      show(step.done(), all, left, known, "annotating: " + documents + " " + known);
    }
  }

  private final class Words extends Shown implements WordProgress {
    private String name;
    private long size;
    private TimeLeft time;

    @Override
    public void begin(String step, long howMuch) {
      name = step;
      size = howMuch;
      time = new TimeLeft(clock);
      ProgressDisplay.this.begin(step, size, false);
    }

    @Override
    public void at(long done, String figures) {
      double share = (double) done / size;
      if (size < 0) {
        show(done, size, Double.NaN, figures, format("%s: %,d %s", name, done, figures));
      } else {
        String line = format("%s: %.0f %% done, %s", name, 100 * share, figures);
        show(done, size, time.seconds(share, 1 - share), figures, line);
      }
    }

    @Override
    public void end(String result) {
      close();
      err.println(result);
    }
  }

  /**
   * @param task what is done, such as {@code training}
   * @param all how much there is to do; −1 if that is not known
   * @param isLasting whether the bar stays when the task is done, and a log hears of it at once
   */
  private void begin(String task, long all, boolean isLasting) {
    end();
    end = Double.NaN;
    nextDone = 0;
    nextLine = clock.getAsLong() + (isLasting ? 0 : NANOS_BETWEEN_LINES);
    if (isWatched) {
      ProgressBarBuilder builder =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(System.err))
              .continuousUpdate()
              .setInitialMax(all)
              .setEtaFunction(state -> timeLeft());
      bar = (isLasting ? builder : builder.clearDisplayOnFinish()).build();
    }
  }

  private Optional<Duration> timeLeft() {
    return Double.isNaN(end)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.max(0, Math.round(end - clock.getAsLong() / 1e9))));
  }

  /**
   * Shows a moment of the task that has begun.
   *
   * @param done how much is done, in any unit
   * @param all how much there is; −1 if that is not known
   * @param left estimate of the seconds left; NaN if there is none
   * @param figures what is known so far; may be empty
   * @param line all of this in words, for a log
   */
  private void show(long done, long all, double left, String figures, String line) {
    if (bar != null) {
      end = clock.getAsLong() / 1e9 + left;
      if (all >= 0) {
        bar.maxHint(all);
      }
      bar.stepTo(done);
      bar.setExtraMessage(figures);
    } else if (isSeen(done)) {
      nextDone = done + all / LINES_AT_MOST;
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      err.println(line);
    }
  }

  /**
   * Whether a moment of the task is shown: to describe it takes longer than to write a document.
   */
  private boolean isSeen(long done) {
    return bar != null || (done >= nextDone && clock.getAsLong() - nextLine >= 0);
  }

  private void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  /**
   * Shows that something is going on whose end is not known. Logs hear nothing of it.
   *
   * @param what is done, such as {@code reading}
   * @param work does it
   * @return its result
   */
  public <T> T during(String what, IOSupplier<T> work) throws IOException {
    begin(what, -1, false);
    try {
      return work.get();
    } finally {
      end();
    }
  }
}
