package org.gpchain.corpora;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellsTest {
  @Test
  void newCellsAreSeparatedAsTheOthersAre() {
    assertThat(Cells.append("a\tp", List.of("O", "1"))).isEqualTo("a\tp\tO\t1");
    assertThat(Cells.append("a p", List.of("O", "1"))).isEqualTo("a p O 1");
    assertThat(Cells.append("a", List.of("O"))).isEqualTo("a\tO");
    assertThat(Cells.append(" a", List.of("O"))).isEqualTo(" a O");
    assertThat(Cells.append("a  p ", List.of("O"))).isEqualTo("a  p O ");
    assertThat(Cells.append("10 000\tN  ", List.of("O"))).isEqualTo("10 000\tN\tO  ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a ",
        " a",
        "a b",
        "  a   b  ",
        "a\tb",
        "a\t",
        "a\t ",
        "\ta",
        "a b\tc ",
        "\u3000 b",
        "10\u00A0000",
        "\uD83D\uDC26 N",
        "a\u0085b"
      })
  void aLineKeepsItsCellsAndGetsTheNewOnes(String line) {
    List<String> all = new ArrayList<>(Cells.of(line));
    all.addAll(List.of("B-X", "0.5"));

    assertThat(Cells.of(Cells.append(line, List.of("B-X", "0.5")))).isEqualTo(all);
  }
}
