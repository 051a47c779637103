package org.gpchain.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawTextTest {
  @TempDir private Path directory;

  private Path file(String name, byte... bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private static String read(Path file) throws IOException {
    return RawText.decode(Files.readAllBytes(file));
  }

  @Test
  void keepsTheTextAsItIs() throws IOException {
    String text = "a\r\nb\n\n\u2028😀 דנה";
    assertThat(read(file("a.txt", text.getBytes(StandardCharsets.UTF_8)))).isEqualTo(text);
    assertThat(read(file("b.txt", ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(text);
    assertThat(read(file("empty.txt"))).isEmpty();
  }

  @Test
  void saysWhichByteIsNotUtf8() throws IOException {
    Path latin = file("latin.txt", "1€ café".replace("€", "\u20ac").getBytes("windows-1252"));
    assertThatThrownBy(() -> read(latin))
        .hasMessageContaining("not UTF-8: the byte at offset 1")
        .hasMessageContaining("iconv");
    Path cut = file("cut.txt", (byte) 'a', (byte) 0xE2, (byte) 0x82);
    assertThatThrownBy(() -> read(cut)).hasMessageContaining("the byte at offset 1");
  }

  @Test
  void saysThatAFileIsNoText() throws IOException {
    Path utf16 = file("utf16.txt", "hello".getBytes(StandardCharsets.UTF_16LE));
    assertThatThrownBy(() -> read(utf16)).hasMessageContaining("the byte at offset 1 is zero");
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
  void refusesMarkUpWithAHint(String content, String hint) throws IOException {
    Path file = file("a.txt", content.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("document: this is mark-up, not text; ")
        .hasMessageContaining(hint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<3 from Ada", "{ok}", "<b>bold</b>", "a <?xml ?>", "<xmi"})
  void takesTextThatOnlyHasBrackets(String content) throws IOException {
    assertThat(read(file("a.txt", content.getBytes(StandardCharsets.UTF_8)))).isEqualTo(content);
  }
}
