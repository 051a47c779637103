package org.gpchain.experiments.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerFailureTest {
  private static String reason(String... output) {
    return new PeerFailure(PeerName.MALLET, 3, List.of(output)).reason();
  }

  @Test
  void theReasonIsTheInnermostException() {
    assertThat(reason("pass 1", "Terminating due to java.lang.OutOfMemoryError: Java heap space"))
        .isEqualTo("java.lang.OutOfMemoryError: Java heap space");
    assertThat(
            reason(
                "Exception in thread \"main\" java.lang.RuntimeException: a",
                "\tat org.example.A.b(A.java:1)",
                "Caused by: java.io.IOException: no space left",
                "\t... 3 more"))
        .isEqualTo("java.io.IOException: no space left");
    assertThat(reason("pass 1")).isEqualTo("exit code 3");
    assertThat(reason()).isEqualTo("exit code 3");
  }

  @Test
  void theMessageHasTheEndOfTheOutput() {
    List<String> lines = IntStream.range(0, 40).mapToObj(i -> "line " + i).toList();
    assertThat(new PeerFailure(PeerName.MALLET, 137, lines))
        .hasMessageStartingWith("mallet failed with exit code 137:\nline 28\n")
        .hasMessageEndingWith("line 39");
  }
}
