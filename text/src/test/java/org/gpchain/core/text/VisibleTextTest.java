package org.gpchain.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the replacement of invisible characters in quoted text. */
class VisibleTextTest {
  @Test
  void replacesInvisibleCharacters() {
    assertThat(VisibleText.oneLine("a\r\n\tb")).isEqualTo("a b");
    assertThat(VisibleText.oneLine("red \u001b[31m, \u009b31m, \u007f"))
        .isEqualTo("red  [31m,  31m,  ");
    assertThat(VisibleText.oneLine("gpj.\u202etxt\u2066 \u2028\u2029")).isEqualTo("gpj. txt   ");
    assertThat(VisibleText.oneLine("\ufeffa\u200b\u00ad\u061c")).isEqualTo(" a ");
    assertThat(VisibleText.oneLine("Zoë 😀 “a” – 100 %")).isEqualTo("Zoë 😀 “a” – 100 %");
  }

  @Test
  void cutsLongMessages() {
    assertThat(VisibleText.message("a\nb")).isEqualTo("a b");
    assertThat(VisibleText.message("a".repeat(2001))).isEqualTo("a".repeat(2000) + " …");
  }

  @Test
  void leavesNoCharacterOfTheseCategories() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      boolean isInvisible =
          type == Character.CONTROL
              || type == Character.FORMAT
              || type == Character.LINE_SEPARATOR
              || type == Character.PARAGRAPH_SEPARATOR;
      String character = Character.toString(c);
      assertThat(VisibleText.oneLine(character)).isEqualTo(isInvisible ? " " : character);
    }
  }
}
