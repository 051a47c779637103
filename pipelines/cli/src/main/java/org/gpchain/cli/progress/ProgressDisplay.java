package org.gpchain.cli.progress;

import java.io.IOException;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import org.gpchain.corpora.words.WordProgress;
import org.gpchain.documents.batch.BatchProgress;
import org.gpchain.training.Progress.Step;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Shows the progress of commands on standard error.
 *
 * @param style how
 * @param err where lines are written; bars go to the terminal
 */
public record ProgressDisplay(Style style, PrintWriter err) {
  /** Ways to show progress. */
  public enum Style {
    /** A bar, for a person who watches. */
    BAR,
    /** A line now and then, for a log. */
    LINES,
    /** Nothing. */
    NONE
  }

  /** Shows the progress of training. */
  public TrainingProgress training() {
    return switch (style) {
      case BAR -> new ProgressBarDisplay();
      case LINES -> new ProgressLines(err, System::nanoTime);
      case NONE -> new Silence();
    };
  }

  /** Shows how many documents are done. */
  public BatchProgress documents() {
    return switch (style) {
      case BAR -> new DocumentBar();
      case LINES -> new DocumentLines(err, System::nanoTime);
      case NONE -> BatchProgress.NONE;
    };
  }

  /** Shows the steps in which a word resource is learned. */
  public WordProgress words() {
    return switch (style) {
      case BAR -> new StepBars(err);
      case LINES -> new StepLines(err, System::nanoTime);
      case NONE -> WordProgress.NONE;
    };
  }

  /** A command line that knows how progress is shown. */
  @FunctionalInterface
  public interface Provider {
    /** How. */
    ProgressDisplay progress();
  }

  /** How the command line that a command belongs to shows progress. */
  public static ProgressDisplay of(CommandSpec command) {
    return ((Provider) command.root().userObject()).progress();
  }

  /**
   * Shows that something is going on whose end is not known. Logs hear nothing of it.
   *
   * @param what is done, such as {@code reading}
   * @param work does it
   * @return its result
   */
  public <T> T during(String what, Work<T> work) throws IOException {
    if (style != Style.BAR) {
      return work.run();
    }
    ProgressBar bar = Bars.of(what).setInitialMax(-1).clearDisplayOnFinish().build();
    try {
      return work.run();
    } finally {
      bar.close();
    }
  }

  /** Something that takes its time. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run() throws IOException;
  }

  private static final class Silence implements TrainingProgress {
    @Override
    public void onStep(Step step) {}

    @Override
    public void close() {}
  }
}
