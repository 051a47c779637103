package org.gpchain.pipelines.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DocumentLinesTest {
  private final StringWriter out = new StringWriter();
  private long seconds;

  @Test
  void writesALineNowAndThen() {
    try (DocumentLines lines =
        new DocumentLines(new PrintWriter(out), () -> seconds * 1_000_000_000L)) {
      for (int done = 0; done <= 25; done++) {
        lines.onDocument(done, done < 15 ? OptionalInt.empty() : OptionalInt.of(25));
        seconds++;
      }
    }
    assertThat(out.toString().lines())
        .containsExactly("annotating: 10 documents", "annotating: 20 of 25 documents");
  }
}
