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
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final byte[] escaped;
  private final int end;
  private int next;

  /** Bytes of the last escaped character that have not been read yet. */
  private byte[] pending = new byte[0];

  private int nextPending;

  /**
   * Creates a stream of the range {@code [begin, end)} of an array.
   *
   * @param escaped content of the string without its quotes; not copied
   */
  UnescapedInput(byte[] escaped, int begin, int end) {
    this.escaped = escaped;
    this.next = begin;
    this.end = end;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = 0;
    while (count < length) {
      if (nextPending < pending.length) {
        bytes[offset + count] = pending[nextPending];
        nextPending++;
        count++;
      } else if (next == end) {
        break;
      } else if (escaped[next] == '\\') {
        next++;
        pending = character().getBytes(StandardCharsets.UTF_8);
        nextPending = 0;
      } else {
        int run = lengthOfRun(length - count);
        System.arraycopy(escaped, next, bytes, offset + count, run);
        next += run;
        count += run;
      }
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  /** Returns the number of bytes up to the next escape, at most a maximum. */
  private int lengthOfRun(int maximum) {
    int last = Math.min(end, next + maximum);
    int runEnd = next;
    while (runEnd < last && escaped[runEnd] != '\\') {
      runEnd++;
    }
    return runEnd - next;
  }

  /** Reads an escape after its backslash: a character, or a pair of surrogates. */
  private String character() throws IOException {
    char letter = (char) nextByte();
    if (letter != 'u') {
      int index = ESCAPES.indexOf(letter);
      if (index < 0) {
        throw invalid();
      }
      return ESCAPED.substring(index, index + 1);
    }

    char first = codeUnit();
    boolean isPair =
        Character.isHighSurrogate(first)
            && next + 1 < end
            && escaped[next] == '\\'
            && escaped[next + 1] == 'u';
    if (!isPair) {
      return String.valueOf(first);
    }
    next += 2;
    return first + String.valueOf(codeUnit());
  }

  /** Reads the four hexadecimal digits of a code unit. */
  private char codeUnit() throws IOException {
    int unit = 0;
    for (int n = 0; n < 4; n++) {
      int digit = Character.digit((char) nextByte(), 16);
      if (digit < 0) {
        throw invalid();
      }
      unit = 16 * unit + digit;
    }
    return (char) unit;
  }

  private int nextByte() throws IOException {
    if (next == end) {
      throw invalid();
    }
    int b = escaped[next] & 0xFF;
    next++;
    return b;
  }

  private static IOException invalid() {
    return new CharConversionException("invalid escape in JSON");
  }
}
