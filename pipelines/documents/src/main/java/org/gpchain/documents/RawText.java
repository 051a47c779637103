package org.gpchain.documents;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.gpchain.corpora.InputException;

/** Raw text as it stands in files. */
final class RawText {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private RawText() {}

  /**
   * The text without a byte order mark, which would become part of the first word.
   *
   * @param bytes not modified
   * @throws InputException if the bytes are not UTF-8, or not text
   */
  static String decode(byte[] bytes) throws InputException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer source = ByteBuffer.wrap(bytes);
    // UTF-8 never decodes to more UTF-16 units than it has bytes.
    CharBuffer target = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(source, target, true);
    if (result.isError()) {
      throw new InputException(
          DocumentParser.PLACE,
          0,
          "this is not UTF-8: the byte at offset " + source.position() + " does not fit",
          "convert the file, for example with iconv -f ISO-8859-1 -t UTF-8");
    }
    String text = target.flip().toString();
    int zero = text.indexOf('\0');
    if (zero >= 0) {
      throw new InputException(
          DocumentParser.PLACE,
          0,
          "this is not text: the byte at offset "
              + text.substring(0, zero).getBytes(StandardCharsets.UTF_8).length
              + " is zero",
          "give a text file in UTF-8, not in UTF-16, and not a word processor document");
    }
    String whole = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    Optional<String> hint = Markup.hint(whole);
    if (hint.isPresent()) {
      throw new InputException(DocumentParser.PLACE, 0, "this is mark-up, not text", hint.get());
    }
    return whole;
  }
}
