package org.gpchain.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StepLinesTest {
  private final StringWriter out = new StringWriter();
  private long seconds;

  @Test
  void writesALineNowAndThen() {
    try (StepLines lines = new StepLines(new PrintWriter(out), () -> seconds * 1_000_000_000L)) {
      lines.begin("reading", -1);
      for (int done = 0; done <= 12; done++, seconds++) {
        lines.at(1000L * done, "tokens");
      }
      lines.end("read");
      lines.begin("pass 1", 40);
      for (int done = 0; done <= 25; done++, seconds++) {
        lines.at(done, "quick");
      }
      lines.end("done");
    }
    assertThat(out.toString().lines())
        .containsExactly(
            "reading: 10,000 tokens",
            "read",
            "pass 1: 25 % done, quick",
            "pass 1: 50 % done, quick",
            "done");
  }
}
