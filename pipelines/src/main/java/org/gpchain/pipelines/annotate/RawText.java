package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.gpchain.pipelines.corpus.InputException;

/**
 * A text file to annotate.
 *
 * @param file the file
 * @param name of the document: the path below the input directory, with slashes, without {@code
 *     .txt}
 */
record RawText(Path file, String name) {
  private static final String EXTENSION = ".txt";
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * The files that a user means.
   *
   * @param input a file, or a directory with text files in it or below
   */
  static List<RawText> find(Path input) throws IOException {
    if (!Files.exists(input)) {
      throw new InputException(input, 0, "there is no such file or directory", "check the path");
    }
    if (!Files.isDirectory(input)) {
      return List.of(new RawText(input, name(input.getFileName())));
    }
    List<RawText> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(input)) {
      for (Path file : (Iterable<Path>) files.filter(RawText::isText).sorted()::iterator) {
        texts.add(new RawText(file, name(input.relativize(file))));
      }
    }
    if (texts.isEmpty()) {
      throw new InputException(
          input,
          0,
          "there is no text file in this directory",
          "put files that end in " + EXTENSION + " there, or name a single file");
    }
    checkNames(texts);
    return texts;
  }

  private static boolean isText(Path file) {
    return Files.isRegularFile(file)
        && file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(EXTENSION);
  }

  private static String name(Path relative) {
    String name = relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
    boolean strip =
        name.length() > EXTENSION.length() && name.toLowerCase(Locale.ROOT).endsWith(EXTENSION);
    return strip ? name.substring(0, name.length() - EXTENSION.length()) : name;
  }

  private static void checkNames(List<RawText> texts) throws InputException {
    Set<String> names = new HashSet<>();
    for (RawText text : texts) {
      if (!names.add(text.name())) {
        throw new InputException(
            text.file(),
            0,
            "another file would be written to the same place as this one",
            "rename one of them");
      }
    }
  }

  /**
   * The text without a byte order mark, which would become part of the first word.
   *
   * @throws InputException if the file is not UTF-8, or not text
   */
  String read() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
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
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }
}
