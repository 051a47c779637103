package org.gpchain.internal.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that model files can contain words with any characters. */
class SymbolsTest {
  private static final List<String> ODD =
      List.of(
          "",
          "\n",
          "a\r\nb",
          "\t ",
          "\u0000",
          "\"\\",
          "?",
          "\uFFFD",
          "\uFEFF",
          "é",
          "e\u0301",
          "日本",
          "\uD7FF",
          "\uE000",
          "\uD83D\uDE00",
          "\uDBFF\uDFFF");

  /** Halves of surrogate pairs. Two adjacent halves make a pair. */
  private static final List<String> BROKEN =
      List.of("\uD83D", "\uDE00", "x\uD83D", "\uDE00x", "\uDE00\uD83D", "?", "\uD800", "\uDFFF");

  private static List<String> roundTrip(List<String> symbols) {
    int[] ends = new int[symbols.size()];
    byte[] text = ArrayBytes.text(symbols, ends);
    return ArrayBytes.strings(text, ends);
  }

  @Test
  void unusualCharactersAreNotChanged() {
    assertThat(roundTrip(ODD)).isEqualTo(ODD);
    assertThat(roundTrip(BROKEN)).isEqualTo(BROKEN);
    assertThat(roundTrip(List.of())).isEmpty();
    assertThat(roundTrip(List.of("", "", ""))).containsExactly("", "", "");
  }

  @Test
  void wellFormedTextIsWrittenInUtf8() {
    int[] ends = new int[ODD.size()];
    assertThat(ArrayBytes.text(ODD, ends))
        .isEqualTo(String.join("", ODD).getBytes(StandardCharsets.UTF_8));
    assertThat(ends[0]).isZero();
    assertThat(ends[ODD.size() - 1])
        .isEqualTo(String.join("", ODD).getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void noCharacterIsChanged() {
    StringBuilder characters = new StringBuilder();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      characters.appendCodePoint(c).append('-');
    }
    assertThat(roundTrip(List.of(characters.toString()))).containsExactly(characters.toString());
  }
}
