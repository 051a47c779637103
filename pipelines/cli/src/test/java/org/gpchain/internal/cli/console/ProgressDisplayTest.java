package org.gpchain.internal.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.gpchain.internal.corpora.words.WordProgress;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link ProgressDisplay} and {@link LineClearing}. */
class ProgressDisplayTest {
  private final StringWriter out = new StringWriter();
  private long seconds;

  private ProgressDisplay display(boolean isWatched) {
    return new ProgressDisplay(isWatched, new PrintWriter(out), () -> seconds * 1_000_000_000L);
  }

  @Test
  void logsTrainingAtIntervals() {
    seconds = Long.MAX_VALUE / 2_000_000_000L;
    try (ProgressDisplay.Training display = display(false).training()) {
      for (int step = 1; step <= 35; step++) {
        seconds++;
        double f1 = step == 5 ? 0.9125 : Double.NaN;
        display.onStep(new Progress.Step("mean", step, 150.0 - step, 1000.0 / step, f1, null));
      }
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "training, mean: objective 1000.0, 1 % done, about 2:29 min left",
            "training, mean: objective 62.5, dev F1 91.25 %, 11 % done, about 2:14 min left",
            "training, mean: objective 32.3, dev F1 91.25 %, 21 % done, about 1:59 min left");
  }

  @Test
  void theFirstStepsHaveNoEstimateOfTheTimeLeft() {
    try (ProgressDisplay.Training display = display(false).training()) {
      seconds++;
      display.onStep(new Progress.Step("prior", 1, 999, 0.25, Double.NaN, null));
    }
    assertThat(out.toString().lines()).containsExactly("training, prior: objective 0.3, 0 % done");
  }

  @Test
  void logsAnnotatedDocuments() {
    try (BatchProgress display = display(false).documents()) {
      for (int done = 2; done <= 25; done++, seconds++) {
        int failed = 0;
        OptionalLong total = OptionalLong.empty();
        if (done >= 15) {
          failed = 1;
          total = OptionalLong.of(25);
        }
        display.onDocument(new BatchProgress.Step(done, 2, failed, 100L * (done - 2), total));
      }
    }

    assertThat(out.toString().lines())
        .containsExactly(
            "annotating: 12 documents 100 tokens/s",
            "annotating: 22 of 25 documents 1 failed 100 tokens/s 0:00:03 left");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "true; read/done",
        "false; reading: 10,000 tokens/read/pass 1: 25 % done, quick/pass 1: 50 % done, quick/done"
      })
  void logsStepsOfWordLearning(boolean isWatched, String lines) {
    try (WordProgress display = display(isWatched).words()) {
      display.begin("reading", -1);
      for (int done = 0; done <= 12; done++, seconds++) {
        display.at(1000L * done, "tokens");
      }
      display.end("read");
      display.begin("pass 1", 40);
      for (int done = 0; done <= 25; done++, seconds++) {
        display.at(done, "quick");
      }
      display.end("done");
    }

    assertThat(out.toString().lines().collect(Collectors.joining("/"))).isEqualTo(lines);
  }

  @Test
  void erasesTheBarBeforeEachLine() {
    PrintWriter lines = new PrintWriter(new LineClearing(out));
    lines.print("one");
    lines.print(" line\nan");
    lines.print("other\n");
    lines.flush();
    assertThat(out).hasToString("\r\u001b[Kone line\n\r\u001b[Kanother\n");
  }
}
