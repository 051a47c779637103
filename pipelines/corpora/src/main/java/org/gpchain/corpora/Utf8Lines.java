package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The lines of a text file that must be UTF-8: malformed bytes are an error with their place, where
 * Java's own readers would put a replacement character. A byte order mark is skipped, CRLF is read
 * as LF. No other character ends a line, since any other may be a token (U+0085, U+2028).
 */
public final class Utf8Lines implements AutoCloseable {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final Path file;
  private final InputStream in;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long lineStart;
  private int line;
  private String before = "";
  private String after = "";

  /**
   * @throws InputException if there is no such file, or if it is a directory or may not be read
   */
  public Utf8Lines(Path file) throws IOException {
    this(file, InputFiles.open(file));
  }

  /**
   * The lines of what is open already.
   *
   * @param in buffered; closed with this
   */
  Utf8Lines(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /** Takes a line and its number, from 1. */
  @FunctionalInterface
  public interface LineConsumer {
    void accept(int number, String line) throws IOException;
  }

  /**
   * Reads a whole file.
   *
   * @throws InputException as the constructor and {@link #next} do
   */
  public static void forEach(Path file, LineConsumer consumer) throws IOException {
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        consumer.accept(lines.line, line);
      }
    }
  }

  /** The whole text of a file, with LF after each line; throws as {@link #forEach} does. */
  public static String text(Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    forEach(file, (number, line) -> text.append(line).append('\n'));
    return text.toString();
  }

  /** Returns the number of the line that {@link #next} returned last, from 1. */
  public int line() {
    return line;
  }

  /** Nothing, or a byte order mark. */
  String before() {
    return before;
  }

  /** LF, CRLF, or nothing at the last line. */
  String after() {
    return after;
  }

  /**
   * The next line without its end; null after the last one.
   *
   * @throws InputException if it is not UTF-8
   */
  public String next() throws IOException {
    bytes.reset();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    line++;
    for (; read >= 0 && read != '\n'; read = in.read()) {
      bytes.write(read);
    }
    String text = decode(bytes.toByteArray());
    lineStart += bytes.size() + 1L;
    int begin = line == 1 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
    int end = text.endsWith("\r") ? text.length() - 1 : text.length();
    before = text.substring(0, begin);
    after = text.substring(end) + (read < 0 ? "" : "\n");
    return text.substring(begin, end);
  }

  private String decode(byte[] encoded) throws InputException {
    ByteBuffer source = ByteBuffer.wrap(encoded);
    // UTF-8 never decodes to more UTF-16 units than it has bytes.
    CharBuffer target = CharBuffer.allocate(encoded.length);
    CoderResult result = decoder.reset().decode(source, target, true);
    if (result.isError()) {
      throw new InputException(
          file,
          line,
          format(
              "this is not UTF-8: the byte 0x%s at offset %s of the file",
              Integer.toHexString(0x100 | (encoded[source.position()] & 0xFF)).substring(1),
              lineStart + source.position()),
          "convert the file, for example with iconv -f ISO-8859-1 -t UTF-8");
    }
    return target.flip().toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
