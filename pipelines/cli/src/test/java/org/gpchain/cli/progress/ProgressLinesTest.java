package org.gpchain.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.gpchain.training.Progress.Step;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private final StringWriter out = new StringWriter();
  private long seconds = Long.MAX_VALUE / 2_000_000_000L;

  @Test
  void writesALineNowAndThen() {
    try (ProgressLines lines =
        new ProgressLines(new PrintWriter(out), () -> seconds * 1_000_000_000L)) {
      for (int step = 1; step <= 30; step++) {
        seconds++;
        double f1 = step == 5 ? 0.9125 : Double.NaN;
        lines.onStep(new Step("mean", step / 150.0, 1000.0 / step, f1, null));
      }
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "training, mean: objective 1000.0, 1 % done, about 2:29 min left",
            "training, mean: objective 90.9, dev F1 91.25 %, 7 % done, about 2:19 min left",
            "training, mean: objective 47.6, dev F1 91.25 %, 14 % done, about 2:09 min left");
  }
}
