package org.gpchain.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests tables in plain text. */
class TextTableTest {
  @Test
  void labelsCannotMoveTheCursorOrReorderTheLine() {
    List<List<String>> rows =
        List.of(
            List.of("type", "count"), List.of("P\u001b[2JER\u202e", "1"), List.of("A\nB", "22"));
    assertThat(TextTable.aligned(rows, 1))
        .isEqualTo(
            """
            type      count
            P [2JER       1
            A B          22
            """);
  }
}
