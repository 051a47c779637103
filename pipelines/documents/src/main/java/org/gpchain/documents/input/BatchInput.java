package org.gpchain.documents.input;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import org.gpchain.documents.DocumentOrigin;

/**
 * A document that is to be annotated.
 *
 * @param name of it: the path below what the user has named, with slashes and without the ending
 * @param place where it is, for people
 * @param ending of the file's name that the name is without; may be empty
 * @param location of the file; null if it is in an archive, or in none
 * @param size of its content in bytes, as far as is known without reading it
 * @param stamp tells another content of the same size, most likely: a time, or a checksum
 * @param content reads it
 */
public record BatchInput(
    String name,
    String place,
    String ending,
    URI location,
    long size,
    long stamp,
    Content content) {
  /** How many bytes of {@link #identity} there are. */
  public static final int IDENTITY_BYTES = 8;

  /** What a document consists of. */
  @FunctionalInterface
  public interface Content {
    /** Reads all of it, in any thread, perhaps again. */
    byte[] read() throws IOException;

    /**
     * Is called once it is not going to be read any more, by the thread that goes through inputs.
     */
    default void release() throws IOException {}
  }

  /** Something that cannot be read, and says why when it is. */
  public static BatchInput unreadable(String name, String place, IOException problem) {
    return new BatchInput(
        name,
        place,
        "",
        null,
        0,
        0,
        () -> {
          throw problem;
        });
  }

  /** Its name, and where it comes from. */
  public DocumentOrigin origin() {
    return new DocumentOrigin(name, location);
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
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update((ending + "\0" + size + "\0" + stamp).getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(digest.digest(), IDENTITY_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
