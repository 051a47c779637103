package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.ByteOrderMark;
import org.apache.commons.io.function.IOBiConsumer;

/**
 * The lines of a text file: malformed bytes are an error with their place, where Java's own readers
 * would put a replacement character. A byte order mark (UTF-8, UTF-16, UTF-32) at the beginning
 * overrides the encoding that the user names; it is skipped there and at the beginning of any other
 * line, where concatenated files have it. Lines end with LF, CRLF or CR CR LF, or with CR if the
 * file has no LF. No other character ends a line, since any other may be a token (U+0085, U+2028).
 */
public final class TextLines implements AutoCloseable {
  /** Maximum number of bytes that are looked at before the first line is read. */
  private static final int MAX_HEAD = 1 << 16;

  /** The recognized byte order marks; UTF-32LE before UTF-16LE, whose mark is its prefix. */
  private static final List<ByteOrderMark> MARKS =
      List.of(
          ByteOrderMark.UTF_8,
          ByteOrderMark.UTF_32BE,
          ByteOrderMark.UTF_32LE,
          ByteOrderMark.UTF_16BE,
          ByteOrderMark.UTF_16LE);

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Path file;
  private final InputStream in;
  private final CharsetDecoder decoder;
  private final byte[] head;

  /** The character that ends lines, encoded: LF, or CR. */
  private final byte[] lineEnd;

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
   * @throws InputException if it is not text, such as a PDF
   */
  public TextLines(Path file, InputStream in, Charset encoding) throws IOException {
    this.file = file;
    this.in = in;
    in.mark(MAX_HEAD);
    head = in.readNBytes(MAX_HEAD);
    in.reset();
    Optional<FileKind> kind = FileKind.ofBinary(head);
    if (kind.isPresent()) {
      in.close();
      throw new InputException(file, "this is " + kind.get().description(), kind.get().cure());
    }
    decoder = encoding(head).orElse(encoding).newDecoder();
    lineEnd = (endsWithCarriageReturns() ? "\r" : "\n").getBytes(decoder.charset());
  }

  /** Returns the encoding that a byte order mark names. */
  private static Optional<Charset> encoding(byte[] head) {
    String start = new String(head, 0, Math.min(4, head.length), StandardCharsets.ISO_8859_1);
    return MARKS.stream()
        .filter(m -> start.startsWith(new String(m.getBytes(), StandardCharsets.ISO_8859_1)))
        .findFirst()
        .map(mark -> Charset.forName(mark.getCharsetName()));
  }

  private boolean endsWithCarriageReturns() {
    for (byte one : head) {
      if (one == '\r') {
        String start = head();
        return start.indexOf('\r') >= 0 && start.indexOf('\n') < 0;
      }
    }
    return false;
  }

  /** Returns the beginning of the text, which may end within a line or a character. */
  private String head() {
    CharsetDecoder lenient =
        decoder
            .charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    try {
      return lenient.decode(ByteBuffer.wrap(head)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalStateException("a lenient decoder failed", e);
    }
  }

  /**
   * Returns the first lines without their ends, as many as fit into 64 KiB; they are still to be
   * read.
   */
  List<String> preview() {
    String start = head();
    boolean isWhole = head.length < MAX_HEAD;
    int end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r'));
    String lines = isWhole || end < 0 ? start : start.substring(0, end);
    return Stream.of(lines.split("\r*\n|\r", -1)).map(TextLines::withoutMark).toList();
  }

  private static String withoutMark(String line) {
    return line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
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
      return withoutMark(text);
    }
  }

  /** Returns the number of the line that {@link #next} returned last, from 1. */
  public int line() {
    return line;
  }

  /** Returns the byte order mark before the line, or nothing. */
  String before() {
    return before;
  }

  /** Returns the end of the line, such as LF or CRLF; nothing at the last line. */
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
    int begin = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    int end = text.length() - (text.endsWith("\n") ? 1 : 0);
    while (end > begin && text.charAt(end - 1) == '\r') {
      end--;
    }
    before = text.substring(0, begin);
    after = text.substring(end);
    return text.substring(begin, end);
  }

  /** Reads the bytes of a line and its end, which may take several bytes. */
  private void read() throws IOException {
    bytes.reset();
    int same = 0;
    for (int read = 0; same < lineEnd.length && (read = in.read()) >= 0; ) {
      // The remainder of a division by 1, 2 or 4.
      int place = bytes.size() & (lineEnd.length - 1);
      same = (place == 0 ? 0 : same) + (read == (lineEnd[place] & 0xFF) ? 1 : 0);
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
