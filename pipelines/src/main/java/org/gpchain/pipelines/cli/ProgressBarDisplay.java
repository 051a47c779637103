package org.gpchain.pipelines.cli;

import java.time.Duration;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress for a terminal: a bar on standard error. */
final class ProgressBarDisplay implements TrainingProgress {
  private final ProgressBar bar;
  private double heldOutF1 = Double.NaN;

  /** Read by the thread that draws the bar. */
  private volatile double secondsLeft = Double.NaN;

  ProgressBarDisplay() {
    bar =
        new ProgressBarBuilder()
            .setTaskName("training")
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(System.err))
            .setEtaFunction(state -> timeLeft())
            .build();
  }

  private Optional<Duration> timeLeft() {
    return Double.isNaN(secondsLeft)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.round(secondsLeft)));
  }

  @Override
  public void onStep(LearningStep step) {
    heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
    secondsLeft = step.secondsLeft();
    bar.maxHint(step.stepsAtMost());
    bar.stepTo(step.step());
    bar.setExtraMessage(TrainingProgress.figures(step, heldOutF1));
  }

  @Override
  public void close() {
    bar.close();
  }
}
