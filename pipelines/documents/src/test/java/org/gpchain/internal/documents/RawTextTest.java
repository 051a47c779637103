package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawTextTest {
  private static final RawText UTF_8 = new RawText(StandardCharsets.UTF_8);

  private static String read(String text) throws IOException {
    return UTF_8.decode(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void keepsTheText() throws IOException {
    String text = "a\r\nb\n\n\u2028😀 דנה";
    assertThat(read(text)).isEqualTo(text);
    assertThat(read("\uFEFF" + text)).isEqualTo(text);
    assertThat(read("")).isEmpty();
  }

  /** A byte order mark overrides the encoding that the user has named. */
  @ParameterizedTest
  @CsvSource({
    "UTF-16LE, \uFEFF, UTF-8",
    "UTF-16BE, \uFEFF, windows-1252",
    "UTF-8, \uFEFF, UTF-16LE",
    "UTF-16LE, '', UTF-16LE",
    "windows-1252, '', windows-1252",
    "ISO-2022-JP, '', ISO-2022-JP"
  })
  void readsOtherEncodings(Charset written, String mark, Charset named) throws IOException {
    String text = "a\r\nb\n\n" + (written.name().startsWith("UTF") ? "\u0A0A😀 דנה" : "c d");
    assertThat(new RawText(named).decode((mark + text).getBytes(written))).isEqualTo(text);
  }

  @Test
  void namesTheInvalidByte() {
    assertThatThrownBy(() -> UTF_8.decode("\n1€ café".getBytes("windows-1252")))
        .hasMessageStartingWith("document:2: this is not UTF-8: the byte 0x80 at offset 2 ")
        .hasMessageContainingAll("--encoding", "iconv");
    assertThatThrownBy(() -> UTF_8.decode(new byte[] {'a', (byte) 0xE2, (byte) 0x82}))
        .hasMessageContaining("the byte 0xe2 at offset 1 ");
    assertThatThrownBy(() -> UTF_8.decode("hello".getBytes(StandardCharsets.UTF_16LE)))
        .hasMessageContaining("the byte at offset 1 is zero")
        .hasMessageContaining("--encoding UTF-16LE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'<?xml version=\"1.0\"?>\n<xmi:XMI xmlns:xmi=\"x\"/>' | a UIMA document | --format xmi",
        "'<xmi:XMI xmlns:xmi=\"x\"/>' | a UIMA document, not text | use --format xmi",
        "'{\n \"%TYPES\": {}}' | a UIMA document, not text | use --format jsoncas",
        "'{\"text\": \"Ada left.\"}' | JSON, not text | use --format jsonl",
        "'[\n {\"text\": \"Ada left.\"}]' | JSON, not text | use --format jsonl",
        "#FORMAT=WebAnno TSV 3.3 | WebAnno TSV, not text | use --format webanno",
        "'<?xml version=\"1.0\"?><TEI/>' | markup, not text | --reader CLASS",
        "'\n<!doctype html><p>' | markup, not text | --reader CLASS",
        "'<!DOCTYPE html>' | markup, not text | pandoc -f html -t plain",
        "'<HTML lang=\"en\">' | markup, not text | --reader CLASS",
        "'%PDF-1.4\n1 0 obj\nendobj\n%%EOF' | a PDF | extract its text first"
      })
  void refusesOtherFormatsWithAHint(String content, String kind, String cure) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("document: this is " + kind)
        .hasMessageContainingAll("; ", cure);
  }

  @Test
  void refusesConllu() throws IOException {
    String rest = "\t_".repeat(8) + "\n";
    assertThatThrownBy(() -> read("# text = It left\n1\tIt" + rest + "2\tleft" + rest))
        .hasMessage("document: this is CoNLL-U, not text; use --format conllu");
    assertThat(read("1\tIt\n2\tleft\n")).startsWith("1\tIt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1f8b0800", "fd377a585a00", "425a6839314159", "28b52ffd"})
  void refusesCompressedFiles(String start) {
    assertThatThrownBy(() -> UTF_8.decode(HexFormat.of().parseHex(start)))
        .hasMessageStartingWith("document: this is compressed; unpack it first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BZh",
        "BZh91 is",
        "PK",
        "<3 from Ada",
        "{ok}",
        "[{ok}]",
        "# FORMAT",
        "<b>bold</b>",
        "a <?xml ?>",
        "<xmi"
      })
  void acceptsTextThatBeginsWithBrackets(String content) throws IOException {
    assertThat(read(content)).isEqualTo(content);
  }
}
