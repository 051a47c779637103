package org.gpchain.pipelines.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.gpchain.training.LearningListener.LearningStep;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private final StringWriter out = new StringWriter();
  private long seconds = Long.MAX_VALUE / 2_000_000_000L;

  @Test
  void writesALineNowAndThen() {
    try (ProgressLines lines =
        new ProgressLines(new PrintWriter(out), () -> seconds * 1_000_000_000L)) {
      for (int step = 1; step <= 30; step++) {
        double f1 = step == 5 ? 0.9125 : Double.NaN;
        lines.onStep(new LearningStep("mean", step, 150, 1000.0 / step, f1, 150 - step));
        seconds++;
      }
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "training, mean: step 1 of 150 at most, objective 1000.0, 2:29 min left at most",
            "training, mean: step 11 of 150 at most, objective 90.9, dev F1 91.25 %, 2:19 min"
                + " left at most",
            "training, mean: step 21 of 150 at most, objective 47.6, dev F1 91.25 %, 2:09 min"
                + " left at most");
  }
}
