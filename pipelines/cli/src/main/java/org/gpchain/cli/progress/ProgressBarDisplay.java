package org.gpchain.cli.progress;

import java.time.Duration;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.gpchain.training.TimeLeft;

/** Progress for a terminal: a bar on standard error. */
final class ProgressBarDisplay implements TrainingProgress {
  private static final int STEPS = 1000;

  private final ProgressBar bar;
  private final TimeLeft time = new TimeLeft(System::nanoTime);
  private double heldOutF1 = Double.NaN;

  /** Read by the thread that draws the bar. */
  private volatile double secondsLeft = Double.NaN;

  ProgressBarDisplay() {
    bar = Bars.of("training").setInitialMax(STEPS).setEtaFunction(state -> timeLeft()).build();
  }

  private Optional<Duration> timeLeft() {
    return Double.isNaN(secondsLeft)
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Math.round(secondsLeft)));
  }

  @Override
  public void onStep(Step step) {
    heldOutF1 = Double.isNaN(step.heldOutF1()) ? heldOutF1 : step.heldOutF1();
    secondsLeft = time.seconds(step.done());
    bar.stepTo(Math.round(STEPS * step.done()));
    bar.setExtraMessage(TrainingProgress.figures(step, heldOutF1));
  }

  @Override
  public void close() {
    bar.close();
  }
}
