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

/** Shows the progress of a command on standard error. It shows one task at a time. */
public final class ProgressDisplay {
  /** Minimum time between two lines of a log (ns). */
  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  /** Maximum number of log lines for a task of known size. */
  private static final int MAX_LINES = 10;

  private final boolean isWatched;
  private final PrintWriter err;
  private final LongSupplier clock;
  private ProgressBar bar;
  private long nextLine;
  private long nextDone;

  /** Expected end of the task (seconds of the clock). The thread of the bar reads it. */
  private volatile double end;

  /**
   * Creates a display.
   *
   * @param isWatched whether to show a progress bar to a person; otherwise, progress is logged as a
   *     line from time to time
   * @param err writer of log lines; bars are written to the terminal
   * @param clock clock in nanoseconds, with any origin
   */
  ProgressDisplay(boolean isWatched, PrintWriter err, LongSupplier clock) {
    this.isWatched = isWatched;
    this.err = err;
    this.clock = clock;
  }

  /** Starts to show the training of a model. */
  public Training training() {
    return new Training();
  }

  /** Starts to show the number of annotated documents, the speed, and the time left if known. */
  public BatchProgress documents() {
    return new Documents();
  }

  /** Starts to show the steps of learning a word resource. Each finished step prints a line. */
  public WordProgress words() {
    return new Words();
  }

  /** A task on display. Closing it removes it from the display, even if it is not complete. */
  private abstract class Task implements AutoCloseable {
    @Override
    public final void close() {
      ProgressDisplay.this.end();
    }
  }

  /** Progress of training a model. */
  public final class Training extends Task implements Progress {
    /** Length of the bar (units of progress). */
    private static final int UNITS = 1000;

    private final TimeLeft timeLeft = new TimeLeft(clock);
    private double heldOutF1 = Double.NaN;
    private double done;

    private Training() {
      ProgressDisplay.this.begin("training", UNITS, true);
    }

    @Override
    public void onStep(Progress.Step step) {
      if (!Double.isNaN(step.heldOutF1())) {
        heldOutF1 = step.heldOutF1();
      }
      done = Math.max(done, step.done());

      String figures = format("objective %.1f", step.objective());
      if (!Double.isNaN(heldOutF1)) {
        figures += format(", dev F1 %.2f %%", 100 * heldOutF1);
      }
      String line = format("training, %s: %s, %.0f %% done", step.phase(), figures, 100 * done);
      double secondsLeft = timeLeft.seconds(step.worked(), step.left());
      // The first steps run in code that is not compiled yet, so that their speed means little.
      if (done >= 0.005) {
        long seconds = Math.round(secondsLeft);
        line += format(", about %d:%02d min left", seconds / 60, seconds % 60);
      }
      show(Math.round(UNITS * done), UNITS, secondsLeft, figures, line);
    }
  }

  /** Progress of annotating documents. */
  private final class Documents extends Task implements BatchProgress {
    private long start = -1;

    Documents() {
      ProgressDisplay.this.begin("annotating", -1, false);
    }

    @Override
    public void onDocument(BatchProgress.Step step) {
      long now = clock.getAsLong();
      long doneNow = step.done() - step.before();
      if (start < 0 || doneNow == 0) {
        start = now;
      }
      if (!isShown(step.done())) {
        return;
      }

      double seconds = (now - start) / 1e9;
      long total = step.all().orElse(-1);
      boolean isTimed = doneNow > 0 && seconds > 0;
      double secondsLeft = Double.NaN;
      if (isTimed && total > step.done()) {
        secondsLeft = (total - step.done()) * seconds / doneNow;
      }

      String figures = "";
      if (step.failed() > 0) {
        figures += step.failed() + " failed ";
      }
      if (isTimed && step.tokens() > 0) {
        figures += format("%,.0f tokens/s", step.tokens() / seconds);
      }
      if (!Double.isNaN(secondsLeft)) {
        figures += " " + hours((long) secondsLeft) + " left";
      }
      figures = figures.strip();

      String documents = plural(step.done(), "document");
      if (total >= 0) {
        documents = step.done() + " of " + plural(total, "document");
      }
      show(step.done(), total, secondsLeft, figures, "annotating: " + documents + " " + figures);
    }

    private String hours(long seconds) {
      Duration time = Duration.ofSeconds(seconds);
      return format("%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
    }
  }

  /** Progress of learning a word resource. */
  private final class Words extends Task implements WordProgress {
    private String name;
    private long size;
    private TimeLeft timeLeft;

    @Override
    public void begin(String step, long stepSize) {
      name = step;
      size = stepSize;
      timeLeft = new TimeLeft(clock);
      ProgressDisplay.this.begin(step, size, false);
    }

    @Override
    public void at(long done, String figures) {
      double share = (double) done / size;
      if (size < 0) {
        show(done, size, Double.NaN, figures, format("%s: %,d %s", name, done, figures));
      } else {
        String line = format("%s: %.0f %% done, %s", name, 100 * share, figures);
        show(done, size, timeLeft.seconds(share, 1 - share), figures, line);
      }
    }

    @Override
    public void end(String result) {
      close();
      err.println(result);
    }
  }

  /**
   * Starts a new task and ends the previous one.
   *
   * @param task name of the task, such as {@code training}
   * @param total amount of work in any unit; −1 if unknown
   * @param isLasting whether the bar stays visible after the task, and a log shows the first
   *     progress immediately
   */
  private void begin(String task, long total, boolean isLasting) {
    end();
    end = Double.NaN;
    nextDone = 0;
    nextLine = clock.getAsLong();
    if (!isLasting) {
      nextLine += NANOS_BETWEEN_LINES;
    }
    if (!isWatched) {
      return;
    }

    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(System.err))
            .continuousUpdate()
            .setInitialMax(total)
            .setEtaFunction(state -> timeLeft());
    if (!isLasting) {
      builder.clearDisplayOnFinish();
    }
    bar = builder.build();
  }

  private Optional<Duration> timeLeft() {
    if (Double.isNaN(end)) {
      return Optional.empty();
    }
    long seconds = Math.round(end - clock.getAsLong() / 1e9);
    return Optional.of(Duration.ofSeconds(Math.max(0, seconds)));
  }

  /**
   * Shows the progress of the current task.
   *
   * @param done amount of finished work
   * @param total total amount of work in the same unit; −1 if unknown
   * @param secondsLeft estimate of the remaining time (s); NaN if unknown
   * @param figures measurements so far, such as the speed; may be empty
   * @param line the complete line for a log
   */
  private void show(long done, long total, double secondsLeft, String figures, String line) {
    if (bar != null) {
      end = clock.getAsLong() / 1e9 + secondsLeft;
      if (total >= 0) {
        bar.maxHint(total);
      }
      bar.stepTo(done);
      bar.setExtraMessage(figures);
    } else if (isShown(done)) {
      nextDone = done + total / MAX_LINES;
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      err.println(line);
    }
  }

  /**
   * Returns whether progress would be shown now. Callers check this first, because formatting a
   * line takes longer than writing a document.
   */
  private boolean isShown(long done) {
    return bar != null || (done >= nextDone && clock.getAsLong() - nextLine >= 0);
  }

  private void end() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  /**
   * Runs a task of unknown duration and shows a bar meanwhile. Logs do not mention it.
   *
   * @param task name of the task, such as {@code reading}
   * @param work the task
   * @return the result of the task
   */
  public <T> T during(String task, IOSupplier<T> work) throws IOException {
    begin(task, -1, false);
    try {
      return work.get();
    } finally {
      end();
    }
  }
}
