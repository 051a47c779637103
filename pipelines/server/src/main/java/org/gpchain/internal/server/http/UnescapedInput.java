package org.gpchain.internal.server.http;

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream of the content of a JSON string, without its escapes. Both the escaped and the resulting
 * characters are in UTF-8. As in {@link String#getBytes}, an unpaired surrogate becomes a question
 * mark.
 */
final class UnescapedInput extends InputStream {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final byte[] ESCAPED = "\"\\/\b\f\n\r\t".getBytes(StandardCharsets.US_ASCII);

  private final InputStream in;

  /** Bytes of the last escaped character that have not been read yet. */
  private byte[] pending = new byte[0];

  private int nextPending;

  /**
   * Creates a stream.
   *
   * @param in content of the string without its quotes, fast for single bytes
   */
  UnescapedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    if (nextPending < pending.length) {
      return pending[nextPending++] & 0xFF;
    }
    int b = in.read();
    if (b != '\\') {
      return b;
    }
    setPending(escapedCharacter());
    return read();
  }

  private void setPending(String text) {
    pending = text.getBytes(StandardCharsets.UTF_8);
    nextPending = 0;
  }

  /** Reads an escape after its backslash. Returns its character with its surrogate, if any. */
  private String escapedCharacter() throws IOException {
    int letter = in.read();
    if (letter != 'u') {
      int index = letter < 0 ? -1 : ESCAPES.indexOf(letter);
      if (index < 0) {
        throw new CharConversionException("invalid escape in JSON");
      }
      return String.valueOf((char) ESCAPED[index]);
    }

    char first = unit();
    if (!Character.isHighSurrogate(first)) {
      return String.valueOf(first);
    }
    in.mark(2);
    if (in.read() == '\\' && in.read() == 'u') {
      return first + String.valueOf(unit());
    }
    in.reset();
    return String.valueOf(first);
  }

  /** Reads the four hexadecimal digits of a code unit. */
  private char unit() throws IOException {
    int unit = 0;
    for (int n = 0; n < 4; n++) {
      int digit = Character.digit(in.read(), 16);
      if (digit < 0) {
        throw new CharConversionException("invalid escape in JSON");
      }
      unit = 16 * unit + digit;
    }
    return (char) unit;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      int b = read();
      if (b < 0) {
        break;
      }
      bytes[offset + count] = (byte) b;
      count++;
    }
    return count == 0 && length > 0 ? -1 : count;
  }
}
