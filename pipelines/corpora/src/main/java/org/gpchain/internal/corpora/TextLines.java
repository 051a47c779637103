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
 * A reader of the lines of a text file. Malformed bytes cause an exception with their position,
 * where the readers of the JDK would insert a replacement character. A byte order mark (UTF-8,
 * UTF-16, UTF-32) at the beginning overrides the encoding that the user names. Byte order marks are
 * skipped there and at the beginning of other lines, where concatenated files have them. Lines end
 * with LF, CRLF or CR CR LF, or with CR if the file has no LF. No other character ends a line,
 * since any other one may be a token (U+0085, U+2028).
 */
public final class TextLines implements AutoCloseable {
  /** Maximum number of bytes that are examined before the first line is read. */
  private static final int MAX_HEAD = 1 << 16;

  /**
   * Recognized byte order marks. UTF-32LE comes before UTF-16LE, whose mark is the beginning of the
   * mark of UTF-32LE.
   */
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

  /** Encoded last character of a line: LF, or CR. */
  private final byte[] lineEnd;

  /** Encoded bytes of the current line, including its end. */
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private long lineStart;
  private int line;
  private String before = "";
  private String after = "";

  /**
   * Opens a file in UTF-8.
   *
   * @throws InputException if there is no such file, or if it is a directory, a PDF or may not be
   *     read
   */
  public TextLines(Path file) throws IOException {
    this(file, InputFiles.open(file), StandardCharsets.UTF_8);
  }

  /**
   * Creates a reader of a stream.
   *
   * @param file file name for messages
   * @param in buffered stream; closed with this reader, or if the stream is not text
   * @param encoding encoding unless a byte order mark names another one
   * @throws InputException if the stream is not text, but a PDF, for example
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

  /** Returns the encoding that a byte order mark names, or empty if there is no mark. */
  private static Optional<Charset> encoding(byte[] head) {
    String start = new String(head, 0, Math.min(4, head.length), StandardCharsets.ISO_8859_1);
    for (ByteOrderMark mark : MARKS) {
      if (start.startsWith(new String(mark.getBytes(), StandardCharsets.ISO_8859_1))) {
        return Optional.of(Charset.forName(mark.getCharsetName()));
      }
    }
    return Optional.empty();
  }

  private boolean endsWithCarriageReturns() {
    for (byte value : head) {
      if (value == '\r') {
        String start = head();
        return start.indexOf('\r') >= 0 && start.indexOf('\n') < 0;
      }
    }
    return false;
  }

  /** Returns the beginning of the text, which may be cut within a line or a character. */
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
   * Returns the first lines without their ends, as many as fit into 64 KiB. {@link #next} returns
   * them again.
   */
  List<String> preview() {
    String start = head();
    boolean isWholeFile = head.length < MAX_HEAD;
    int lastLineEnd = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r'));
    if (!isWholeFile && lastLineEnd >= 0) {
      start = start.substring(0, lastLineEnd);
    }
    return Stream.of(start.split("\r*\n|\r", -1)).map(TextLines::withoutMark).toList();
  }

  private static String withoutMark(String line) {
    return line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
  }

  /**
   * Reads all lines of a file.
   *
   * @param consumer receives the number of each line, from 1, and the line
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
   * Reads a whole text. Line ends are unchanged, and a byte order mark is removed.
   *
   * @param file file name for messages
   * @param in stream of the text; closed
   * @throws InputException as the constructor and {@link #next} do
   */
  public static String text(Path file, InputStream in, Charset encoding) throws IOException {
    byte[] content;
    try (in) {
      content = in.readAllBytes();
    }
    try (TextLines lines = new TextLines(file, new ByteArrayInputStream(content), encoding)) {
      lines.line = 1;
      String text = lines.decode(content);
      return withoutMark(text);
    }
  }

  /** Returns the number of the last line that {@link #next} returned, from 1. */
  public int line() {
    return line;
  }

  /** Returns the byte order mark before the line, or the empty string. */
  String before() {
    return before;
  }

  /** Returns the end of the line, such as LF or CRLF, or the empty string after the last line. */
  String after() {
    return after;
  }

  /**
   * Returns the next line without its end, or null after the last one.
   *
   * @throws InputException if the line is malformed in the encoding, or has the character NUL
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
    int end = text.length();
    if (text.endsWith("\n")) {
      end--;
    }
    while (end > begin && text.charAt(end - 1) == '\r') {
      end--;
    }

    before = text.substring(0, begin);
    after = text.substring(end);
    return text.substring(begin, end);
  }

  /** Reads the bytes of a line and of its end, which may be a character of several bytes. */
  private void read() throws IOException {
    bytes.reset();
    int matched = 0;
    while (matched < lineEnd.length) {
      int next = in.read();
      if (next < 0) {
        return;
      }

      // The length of an encoded line end is 1, 2 or 4, so this is a remainder of a division.
      int position = bytes.size() & (lineEnd.length - 1);
      if (position == 0) {
        matched = 0;
      }
      if (next == (lineEnd[position] & 0xFF)) {
        matched++;
      }
      bytes.write(next);
    }
  }

  /** Decodes bytes that begin with the current line, and may go on to the end of the file. */
  private String decode(byte[] encoded) throws InputException {
    ByteBuffer source = ByteBuffer.wrap(encoded);
    try {
      String text = decoder.decode(source).toString();
      int zero = text.indexOf('\0');
      if (zero < 0) {
        return text;
      }

      String valid = text.substring(0, zero);
      long offset = lineStart + valid.getBytes(decoder.charset()).length;
      throw new InputException(
          file,
          lineAfter(valid),
          format("this is not text: the byte at offset %s is zero", offset),
          "use a text file, not a word processor document; UTF-16 without a byte"
              + " order mark needs --encoding UTF-16LE or UTF-16BE");
    } catch (CharacterCodingException e) {
      String valid = new String(encoded, 0, source.position(), decoder.charset());
      int malformed = encoded[source.position()] & 0xFF;
      String problem =
          format(
              "this is not %s: the byte 0x%s at offset %s of the file; specify its"
                  + " encoding, for example --encoding ISO-8859-1, where a command has"
                  + " this option, or convert the file, for example with iconv -f"
                  + " ISO-8859-1 -t UTF-8",
              decoder.charset(),
              Integer.toHexString(0x100 | malformed).substring(1),
              lineStart + source.position());
      throw new InputException(file, lineAfter(valid), problem, e);
    }
  }

  /** Returns the number of the line in which the character after a valid text stands. */
  private int lineAfter(String valid) {
    return line + (int) valid.chars().filter(c -> c == '\n').count();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
