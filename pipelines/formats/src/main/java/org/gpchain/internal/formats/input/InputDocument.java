package org.gpchain.internal.formats.input;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;

/**
 * A document among the inputs, which can be read any number of times.
 *
 * @param name path relative to the folder or archive that the user has named, with slashes and
 *     without the ending
 * @param place path of the document for messages
 * @param ending ending of the file name, such as {@code .xmi.gz}; may be empty
 * @param location URI of the file; null for an entry of an archive and for standard input
 * @param size size of the content (bytes), which may be that of the compressed file
 * @param stamp modification time or checksum, which distinguishes contents of the same size
 * @param content reads the content
 * @param surroundings files around the document
 */
public record InputDocument(
    String name,
    String place,
    String ending,
    URI location,
    long size,
    long stamp,
    Content content,
    Surroundings surroundings) {
  /** Name of the copy of a document before annotation that INCEpTION exports. */
  private static final String INITIAL_COPY = "INITIAL_CAS";

  /** Length of {@link #identity} (bytes). */
  public static final int IDENTITY_BYTES = 8;

  /** The content of a document. */
  @FunctionalInterface
  public interface Content {
    /**
     * Reads the whole content. May be called several times and by any thread. Returns null if the
     * document is not a file.
     */
    byte[] read() throws IOException;

    /**
     * Releases resources. The thread that uses the cursor calls this method after the content has
     * been read for the last time.
     */
    default void release() throws IOException {}
  }

  /** Returns a document that cannot be read: reading it throws the exception. */
  public static InputDocument unreadable(String name, String place, IOException problem) {
    return new InputDocument(
        name,
        place,
        "",
        null,
        0,
        0,
        () -> {
          throw problem;
        },
        Surroundings.NONE);
  }

  /**
   * Returns the document in a file, which may be compressed.
   *
   * @param path path relative to the folder that the user has named, with slashes
   * @param surroundings files around the document
   */
  static InputDocument ofFile(
      Path file, String path, DocumentNames names, Surroundings surroundings) {
    String name = names.stem(path);
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException e) {
      return unreadable(file, name, "it does not exist, or is a broken link", "check the path");
    }
    if (!attributes.isRegularFile()) {
      return unreadable(
          file, name, "this is not a file", "list a file, or specify folders with --input");
    }

    long time = attributes.lastModifiedTime().to(TimeUnit.MICROSECONDS);
    return new InputDocument(
        name,
        file.toString(),
        path.substring(name.length()),
        file.toUri(),
        attributes.size(),
        time,
        () -> read(file, attributes.size(), time),
        surroundings);
  }

  private static InputDocument unreadable(Path file, String name, String problem, String cure) {
    return unreadable(name, file.toString(), new InputException(file, problem, cure));
  }

  private static byte[] read(Path file, long size, long time) throws IOException {
    boolean isCompressed = file.toString().toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
    if (!isCompressed) {
      Expansion.checkContent(size);
    }

    byte[] content;
    try (InputStream in = open(file, isCompressed)) {
      content = Expansion.content(in);
    }

    BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
    if (after.size() != size
        || after.lastModifiedTime().to(TimeUnit.MICROSECONDS) != time
        || (!isCompressed && content.length != size)) {
      throw new InputException(
          file, "this file was changed while it was read", "annotate it again");
    }
    return content;
  }

  private static InputStream open(Path file, boolean isCompressed) throws IOException {
    InputStream in = InputFiles.open(file);
    if (isCompressed) {
      return Expansion.ofGzip(in);
    }
    return in;
  }

  /** Reads standard input, and returns it as a document. */
  static InputDocument ofStandardInput() throws IOException {
    byte[] content;
    try (InputStream in = InputFiles.open(InputFiles.STANDARD_STREAM)) {
      content = Expansion.content(in);
    }
    CRC32 checksum = new CRC32();
    checksum.update(content);
    return new InputDocument(
        "stdin",
        "-",
        "",
        null,
        content.length,
        checksum.getValue(),
        () -> content,
        Surroundings.NONE);
  }

  /** Returns the path relative to the folder or archive that the user has named, with ending. */
  String path() {
    return name + ending;
  }

  /**
   * Returns whether this document is a copy from before annotation, which INCEpTION exports next to
   * the annotated document.
   */
  public boolean isInitialCopy() {
    return Path.of(name).endsWith(INITIAL_COPY);
  }

  /** Returns whether the document is compressed, and expanded when it is read. */
  public boolean isCompressed() {
    return ending.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
  }

  /** Returns the extension of the file name, without a final {@code .gz}. */
  public String plainEnding() {
    if (!isCompressed()) {
      return ending;
    }
    return ending.substring(0, ending.length() - DocumentNames.GZIP.length());
  }

  /**
   * Returns 8 bytes of a hash of name, size and stamp. They differ if another document takes the
   * place of this one.
   */
  public byte[] identity() {
    MessageDigest digest = Sha256.digest();
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update((ending + "\0" + size + "\0" + stamp).getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(digest.digest(), IDENTITY_BYTES);
  }
}
