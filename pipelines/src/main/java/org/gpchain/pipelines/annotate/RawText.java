package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.InputFiles;
import org.gpchain.pipelines.corpus.NamedFile;

/** Text files that are to be annotated. */
final class RawText {
  private static final String EXTENSION = ".txt";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private RawText() {}

  /**
   * The files that a user means.
   *
   * @param input a file, standard input, or a directory with text files in it or below
   */
  static List<NamedFile> find(Path input) throws IOException {
    if (!input.equals(NamedFile.STANDARD_STREAM) && !Files.exists(input)) {
      throw new InputException(input, 0, "there is no such file or directory", "check the path");
    }
    if (!Files.isDirectory(input)) {
      return List.of(NamedFile.of(input.toAbsolutePath().getParent(), input, EXTENSION));
    }
    List<NamedFile> texts;
    try (Stream<Path> files = Files.walk(input)) {
      texts =
          files
              .filter(RawText::isText)
              .sorted()
              .map(file -> NamedFile.of(input, file, EXTENSION))
              .toList();
    }
    if (texts.isEmpty()) {
      throw new InputException(
          input,
          0,
          "there is no text file in this directory",
          "put files that end in "
              + EXTENSION
              + " there, name a single file, or say with --format"
              + " what else they are");
    }
    return texts;
  }

  private static boolean isText(Path file) {
    return Files.isRegularFile(file)
        && file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(EXTENSION);
  }

  /**
   * The text without a byte order mark, which would become part of the first word.
   *
   * @throws InputException if the file is not UTF-8, or not text
   */
  static String read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = InputFiles.open(file)) {
      bytes = in.readAllBytes();
    }
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
          file,
          0,
          "this is not UTF-8: the byte at offset " + source.position() + " does not fit",
          "convert the file, for example with iconv -f ISO-8859-1 -t UTF-8");
    }
    String text = target.flip().toString();
    int zero = text.indexOf('\0');
    if (zero >= 0) {
      throw new InputException(
          file,
          0,
          "this is not text: the byte at offset "
              + text.substring(0, zero).getBytes(StandardCharsets.UTF_8).length
              + " is zero",
          "give a text file in UTF-8, not in UTF-16, and not a word processor document");
    }
    String whole = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    Optional<String> hint = Markup.hint(whole);
    if (hint.isPresent()) {
      throw new InputException(file, 0, "this is mark-up, not text", hint.get());
    }
    return whole;
  }
}
