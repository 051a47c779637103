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
 * A document among the inputs: where it is, and how it is read.
 *
 * @param name the path below the folder or archive that the user has named, with slashes and
 *     without the ending
 * @param place where the document is, for messages
 * @param ending of the file's name, which {@code name} is without; may be empty
 * @param location of the file; null if it is in an archive, or in none
 * @param size of its content in bytes, as far as is known without reading it
 * @param stamp tells another content of the same size, most likely: a time, or a checksum
 * @param content reads it
 * @param surroundings the files around it
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
  /** The name of copies that INCEpTION exports of documents as they were before annotation. */
  private static final String INITIAL_COPY = "INITIAL_CAS";

  /** How many bytes of {@link #identity} there are. */
  public static final int IDENTITY_BYTES = 8;

  @FunctionalInterface
  public interface Content {
    /** Reads all of it, in any thread, perhaps again; null if it is no file. */
    byte[] read() throws IOException;

    /**
     * Is called once it is not going to be read any more, by the thread that goes through inputs.
     */
    default void release() throws IOException {}
  }

  /** Something that cannot be read, and says why when it is. */
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
   * @param path of the file below the folder that the user has named, with slashes
   * @param surroundings the files around it
   */
  static InputDocument ofFile(
      Path file, String path, DocumentNames names, Surroundings surroundings) {
    String name = names.stem(path);
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException e) {
      return unreadable(file, name, "it is not there, or a link to nothing", "check the path");
    }
    if (!attributes.isRegularFile()) {
      return unreadable(file, name, "this is no file", "name a file, or give folders by --input");
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
    boolean zipped = file.toString().toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
    byte[] content;
    if (!zipped) {
      Expansion.checkContent(size);
    }
    try (InputStream in =
        zipped ? Expansion.ofGzip(InputFiles.open(file)) : InputFiles.open(file)) {
      content = Expansion.content(in);
    }
    BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
    if (after.size() != size
        || after.lastModifiedTime().to(TimeUnit.MICROSECONDS) != time
        || (!zipped && content.length != size)) {
      throw new InputException(
          file, "this file was changed while it was read", "annotate it again");
    }
    return content;
  }

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

  /** Returns the path of its file below what the user has named, with the ending. */
  String path() {
    return name + ending;
  }

  /**
   * Returns whether this is a copy that INCEpTION exports of a document as it was before
   * annotation.
   */
  public boolean isInitialCopy() {
    return Path.of(name).endsWith(INITIAL_COPY);
  }

  /** Whether it was compressed, and is expanded when it is read. */
  public boolean isCompressed() {
    return ending.toLowerCase(Locale.ROOT).endsWith(DocumentNames.GZIP);
  }

  /** The ending of its name, as if it had not been compressed. */
  public String plainEnding() {
    return isCompressed()
        ? ending.substring(0, ending.length() - DocumentNames.GZIP.length())
        : ending;
  }

  /** What tells it from another input in its place: 8 bytes of a hash of name, size and stamp. */
  public byte[] identity() {
    MessageDigest digest = Sha256.digest();
    digest.update(name.getBytes(StandardCharsets.UTF_8));
    digest.update((ending + "\0" + size + "\0" + stamp).getBytes(StandardCharsets.UTF_8));
    return Arrays.copyOf(digest.digest(), IDENTITY_BYTES);
  }
}
