package org.gpchain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code gpchain serve} refuses before it starts. */
class ServeCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"marked", "some"})
  void whatIsAnnotatedIsWhatDocumentsCanSay(String what) {
    CommandLineRun run = CommandLineRun.line("serve --annotated", what);
    assertThat(run.err()).contains("--annotated");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void helpNamesTheDefault() {
    assertThat(CommandLineRun.line("serve --help").out())
        .containsPattern("--annotated=WHAT")
        .containsPattern("Default:\\s+sentences");
  }
}
