package org.gpchain.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.gpchain.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawTextTest {
  private static String read(String text) throws IOException {
    return RawText.decode(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void keepsTheTextAsItIs() throws IOException {
    String text = "a\r\nb\n\n\u2028😀 דנה";
    assertThat(read(text)).isEqualTo(text);
    assertThat(read("\uFEFF" + text)).isEqualTo(text);
    assertThat(read("")).isEmpty();
  }

  @Test
  void saysWhichByteIsNotUtf8OrNoText() {
    assertThatThrownBy(() -> RawText.decode("1€ café".getBytes("windows-1252")))
        .hasMessageContainingAll("not UTF-8: the byte at offset 1", "iconv");
    assertThatThrownBy(() -> RawText.decode(new byte[] {'a', (byte) 0xE2, (byte) 0x82}))
        .hasMessageContaining("the byte at offset 1");
    assertThatThrownBy(() -> RawText.decode("hello".getBytes(StandardCharsets.UTF_16LE)))
        .hasMessageContaining("the byte at offset 1 is zero");
  }

  @ParameterizedTest
  @CsvSource({
    "'<?xml version=\"1.0\"?>\n<xmi:XMI xmlns:xmi=\"x\"/>', --format xmi",
    "'<xmi:XMI xmlns:xmi=\"x\"/>', --format xmi",
    "'{\n \"%TYPES\": {}}', --format json",
    "'<?xml version=\"1.0\"?><TEI/>', --reader CLASS",
    "'\n<!doctype html><p>', --reader CLASS",
    "'<HTML lang=\"en\">', --reader CLASS"
  })
  void refusesMarkUpWithAHint(String content, String hint) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("document: this is mark-up, not text; ")
        .hasMessageContaining(hint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<3 from Ada", "{ok}", "<b>bold</b>", "a <?xml ?>", "<xmi"})
  void takesTextThatOnlyHasBrackets(String content) throws IOException {
    assertThat(read(content)).isEqualTo(content);
  }
}
