package org.gpchain.cli.progress;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Bars on standard error that look alike. */
final class Bars {
  private Bars() {}

  /** A bar whose clock runs from the moment that it is built. */
  static ProgressBarBuilder of(String task) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .continuousUpdate();
  }
}
