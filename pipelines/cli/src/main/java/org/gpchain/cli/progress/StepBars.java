package org.gpchain.cli.progress;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.gpchain.corpora.words.WordProgress;

/** Steps on a terminal: a bar for each, and then the line about it. */
final class StepBars implements WordProgress {
  private final PrintWriter err;
  private ProgressBar bar;

  /**
   * @param err where the lines go
   */
  StepBars(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void begin(String step, long size) {
    close();
    ProgressBarBuilder builder = Bars.of(step).setInitialMax(size).clearDisplayOnFinish();
    bar = size < 0 ? builder.hideEta().build() : builder.build();
  }

  @Override
  public void at(long done, String figures) {
    bar.stepTo(done);
    bar.setExtraMessage(figures);
  }

  @Override
  public void end(String result) {
    close();
    err.println(result);
    err.flush();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
