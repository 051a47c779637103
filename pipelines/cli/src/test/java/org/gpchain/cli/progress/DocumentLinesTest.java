package org.gpchain.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalLong;
import org.gpchain.documents.batch.BatchProgress;
import org.junit.jupiter.api.Test;

class DocumentLinesTest {
  private final StringWriter out = new StringWriter();
  private long seconds;

  @Test
  void writesALineNowAndThen() {
    try (DocumentLines lines =
        new DocumentLines(new PrintWriter(out), () -> seconds * 1_000_000_000L)) {
      for (int done = 2; done <= 25; done++) {
        lines.onDocument(
            new BatchProgress.Step(
                done,
                2,
                done < 15 ? 0 : 1,
                100L * (done - 2),
                done < 15 ? OptionalLong.empty() : OptionalLong.of(25)));
        seconds++;
      }
    }
    assertThat(out.toString().lines())
        .containsExactly(
            "annotating: 12 documents 100 tokens/s",
            "annotating: 22 of 25 documents 1 failed 100 tokens/s 0:00:03 left");
  }
}
