package org.gpchain.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class LineClearingTest {
  @Test
  void erasesTheLineOfABarBeforeEachLine() {
    StringWriter terminal = new StringWriter();
    PrintWriter out = new PrintWriter(new LineClearing(terminal));
    out.print("one");
    out.print(" line\nan");
    out.print("other\n");
    out.flush();
    assertThat(terminal).hasToString("\r\u001b[Kone line\n\r\u001b[Kanother\n");
  }
}
