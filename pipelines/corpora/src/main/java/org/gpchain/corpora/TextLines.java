package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.ByteOrderMark;
import org.apache.commons.io.function.IOBiConsumer;

/**
 * The lines of a text file: malformed bytes are an error with their place, where Java's own readers
 * would put a replacement character. A byte order mark (UTF-8, UTF-16) says what the encoding is,
 * whatever the user says, and is skipped. CRLF is read as LF. No other character ends a line, since
 * any other may be a token (U+0085, U+2028).
 */
public final class TextLines implements AutoCloseable {
  /** So many bytes tell what is no text. */
  private static final int START = 6;

  private static final String PDF = "%PDF-";

  /** How the files of gzip, xz, bzip2 and zstd begin. */
  private static final Pattern COMPRESSED =
      Pattern.compile("\u001f\u008b|\u00fd7zXZ|BZh\\d1A|\\(\u00b5/\u00fd");

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Path file;
  private final InputStream in;
  private final CharsetDecoder decoder;
  private final byte[] lineFeed;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long lineStart;
  private int line;
  private String before = "";
  private String after = "";

  /**
   * The lines of a file in UTF-8.
   *
   * @throws InputException if there is no such file, or if it is a directory, a PDF or may not be
   *     read
   */
  public TextLines(Path file) throws IOException {
    this(file, InputFiles.open(file), StandardCharsets.UTF_8);
  }

  /**
   * The lines of what is open already.
   *
   * @param in buffered; closed with this, or if it is no text
   * @throws InputException if it is a PDF
   */
  public TextLines(Path file, InputStream in, Charset encoding) throws IOException {
    this.file = file;
    this.in = in;
    in.mark(START);
    String start = new String(in.readNBytes(START), StandardCharsets.ISO_8859_1);
    in.reset();
    boolean isPdf = start.startsWith(PDF);
    if (isPdf || COMPRESSED.matcher(start).lookingAt()) {
      in.close();
      throw isPdf
          ? new InputException(
              file, "this is a PDF", "extract its text first, for example with pdftotext")
          : new InputException(
              file, "this is compressed", "unpack it first, for example with gunzip or unxz");
    }
    decoder =
        Stream.of(ByteOrderMark.UTF_8, ByteOrderMark.UTF_16BE, ByteOrderMark.UTF_16LE)
            .filter(m -> start.startsWith(new String(m.getBytes(), StandardCharsets.ISO_8859_1)))
            .findFirst()
            .map(mark -> Charset.forName(mark.getCharsetName()))
            .orElse(encoding)
            .newDecoder();
    lineFeed = "\n".getBytes(decoder.charset());
  }

  /**
   * Reads a whole file.
   *
   * @param consumer takes the number of a line, from 1, and the line
   * @throws InputException as the constructor and {@link #next} do
   */
  public static void forEach(Path file, Charset encoding, IOBiConsumer<Integer, String> consumer)
      throws IOException {
    try (TextLines lines = new TextLines(file, InputFiles.open(file), encoding)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        consumer.accept(lines.line, line);
      }
    }
  }

  /**
   * All of a text, with the ends of its lines as they are, and without a byte order mark.
   *
   * @param file what messages name
   * @param in buffered; closed
   * @throws InputException as the constructor and {@link #next} do
   */
  public static String text(Path file, InputStream in, Charset encoding) throws IOException {
    byte[] all;
    try (in) {
      all = in.readAllBytes();
    }
    try (TextLines lines = new TextLines(file, new ByteArrayInputStream(all), encoding)) {
      lines.line = 1;
      String text = lines.decode(all);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }
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
   * @throws InputException if it does not fit the encoding, or has the character NUL
   */
  public String next() throws IOException {
    read();
    if (bytes.size() == 0) {
      return null;
    }
    line++;
    String text = decode(bytes.toByteArray());
    lineStart += bytes.size();
    int begin = line == 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    int end = text.length() - (text.endsWith("\n") ? 1 : 0);
    end -= text.startsWith("\r", end - 1) ? 1 : 0;
    before = text.substring(0, begin);
    after = text.substring(end);
    return text.substring(begin, end);
  }

  /** Reads the bytes of a line and its end, which may take several bytes. */
  private void read() throws IOException {
    bytes.reset();
    int same = 0;
    for (int read = 0; same < lineFeed.length && (read = in.read()) >= 0; ) {
      // The remainder of a division by 1, 2 or 4.
      int place = bytes.size() & (lineFeed.length - 1);
      same = (place == 0 ? 0 : same) + (read == (lineFeed[place] & 0xFF) ? 1 : 0);
      bytes.write(read);
    }
  }

  /** Decodes this line, or this one and all that follow. */
  private String decode(byte[] encoded) throws InputException {
    ByteBuffer source = ByteBuffer.wrap(encoded);
    try {
      String text = decoder.decode(source).toString();
      int zero = text.indexOf('\0');
      if (zero < 0) {
        return text;
      }
      String right = text.substring(0, zero);
      throw new InputException(
          file,
          lineAfter(right),
          format(
              "this is not text: the byte at offset %s is zero",
              lineStart + right.getBytes(decoder.charset()).length),
          "give a text file, not a word processor document; UTF-16 without a byte order mark needs"
              + " --encoding UTF-16LE or UTF-16BE");
    } catch (CharacterCodingException e) {
      String right = new String(encoded, 0, source.position(), decoder.charset());
      String problem =
          format(
              "this is not %s: the byte 0x%s at offset %s of the file; name its encoding, for"
                  + " example --encoding ISO-8859-1, where a command has this option, or convert"
                  + " the file, for example with iconv -f ISO-8859-1 -t UTF-8",
              decoder.charset(),
              Integer.toHexString(0x100 | (encoded[source.position()] & 0xFF)).substring(1),
              lineStart + source.position());
      throw new InputException(file, lineAfter(right), problem, e);
    }
  }

  private int lineAfter(String right) {
    return line + (int) right.chars().filter(c -> c == '\n').count();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
