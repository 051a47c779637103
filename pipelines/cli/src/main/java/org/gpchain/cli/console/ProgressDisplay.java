package org.gpchain.cli.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.gpchain.corpora.words.WordProgress;
import org.gpchain.documents.batch.BatchProgress;

/**
 * Shows the progress of a command on standard error. Whatever goes on becomes a {@link Step} of a
 * task; one task is shown at a time.
 */
public final class ProgressDisplay {
  /** Ways to show progress. */
  enum Style {
    /** A bar, for a person who watches. */
    BAR,
    /** A line now and then, for a log. */
    LINES,
    /** Nothing. */
    NONE
  }

  /**
   * A moment of a task.
   *
   * @param done how much is done, in any unit
   * @param all how much there is; −1 if that is not known
   * @param secondsLeft estimate of the time left; NaN if there is none
   * @param figures what is known so far; may be empty
   * @param line all of this in words, for a log
   */
  record Step(long done, long all, double secondsLeft, String figures, String line) {}

  private static final long NANOS_BETWEEN_LINES = 10_000_000_000L;

  private final Style style;
  private final PrintWriter err;
  private final LongSupplier clock;
  private ProgressBar bar;
  private long nextLine;

  /** Read by the thread that draws the bar. */
  private volatile double secondsLeft;

  /**
   * @param err where lines are written; bars go to the terminal
   * @param clock nanoseconds, from any origin
   */
  ProgressDisplay(Style style, PrintWriter err, LongSupplier clock) {
    this.style = style;
    this.err = err;
    this.clock = clock;
  }

  /** The display of a command line. */
  static ProgressDisplay of(ConsoleCommand.Root root, PrintWriter err) {
    Style shown = root.isInteractive() ? Style.BAR : Style.LINES;
    return new ProgressDisplay(root.isQuiet() ? Style.NONE : shown, err, System::nanoTime);
  }

  /** Shows the progress of training. */
  public TrainingDisplay training() {
    return new TrainingDisplay(this, clock);
  }

  /** Shows how many documents are done. */
  public BatchProgress documents() {
    return new DocumentDisplay(this, clock);
  }

  /** Shows the steps in which a word resource is learned. */
  public WordProgress words() {
    return new WordDisplay(this, clock);
  }

  /**
   * Begins a task.
   *
   * @param task what is done, such as {@code training}
   * @param all how much there is to do; −1 if that is not known
   * @param isLasting whether the bar stays when the task is done, and a log hears of it at once
   */
  void begin(String task, long all, boolean isLasting) {
    end();
    secondsLeft = Double.NaN;
    nextLine = clock.getAsLong() + (isLasting ? 0 : NANOS_BETWEEN_LINES);
    if (style == Style.BAR) {
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
    return Double.isNaN(secondsLeft)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.round(secondsLeft)));
  }

  /** Shows a step of the task that has begun. */
  void show(Step step) {
    if (bar != null) {
      secondsLeft = step.secondsLeft;
      if (step.all >= 0) {
        bar.maxHint(step.all);
      }
      bar.stepTo(step.done);
      bar.setExtraMessage(step.figures);
    } else if (style == Style.LINES && clock.getAsLong() - nextLine >= 0) {
      nextLine = clock.getAsLong() + NANOS_BETWEEN_LINES;
      print(step.line);
    }
  }

  /** Prints a line. */
  void print(String line) {
    if (style != Style.NONE) {
      err.println(line);
    }
  }

  /** Ends the task that has begun, if any. */
  void end() {
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
  public <T> T during(String what, Work<T> work) throws IOException {
    begin(what, -1, false);
    try {
      return work.run();
    } finally {
      end();
    }
  }

  /** Something that takes its time. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run() throws IOException;
  }
}
