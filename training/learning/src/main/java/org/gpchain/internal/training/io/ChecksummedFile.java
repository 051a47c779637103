package org.gpchain.internal.training.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.gpchain.core.text.Sha256;

/**
 * Files with a checksum, which only the user who writes them may read. A file has its content,
 * which is JSON, in the first line, and the SHA-256 hash of the content as a JSON string in the
 * second.
 *
 * <p>A damaged file is named in the log and renamed, so that it is reported only once, can be
 * examined, and does not affect what is read from the other files.
 */
public final class ChecksummedFile {
  /** Extension that is appended to the name of a damaged file. */
  public static final String DAMAGED = ".damaged";

  private static final String HASH_BEGIN = "\n\"sha256:";
  private static final String HASH_END = "\"\n";

  /** Length of the second line with the line feed before it (bytes). */
  private static final int HASH_LENGTH = HASH_BEGIN.length() + 64 + HASH_END.length();

  private ChecksummedFile() {}

  /**
   * Makes an object from the content of a file.
   *
   * @param <T> type of the object
   */
  @FunctionalInterface
  public interface Parser<T> {
    /**
     * Returns the object.
     *
     * @throws IOException if the content is damaged. Unchecked exceptions have the same meaning.
     */
    T parse(byte[] content) throws IOException;
  }

  /**
   * Writes a file, or replaces it atomically.
   *
   * @param content JSON without a line feed at the end
   */
  public static void write(Path file, byte[] content) throws IOException {
    AtomicFile.writePrivate(
        file,
        out -> {
          out.write(content);
          out.write(hashLine(content));
        });
  }

  private static byte[] hashLine(byte[] content) {
    String line = HASH_BEGIN + Sha256.hex(content) + HASH_END;
    return line.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads a file. A file that is damaged is named in the log and {@linkplain #setAside set aside}.
   * A file that cannot be read is only named in the log.
   *
   * @param parser makes an object from the content, or throws an exception if it is damaged
   * @param log receives a line if the file cannot be used
   * @return the object; empty if the file is damaged, cannot be read or does not exist
   */
  public static <T> Optional<T> read(Path file, Parser<T> parser, Consumer<String> log) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      log.accept("cannot be read, left unchanged: " + file.getFileName());
      return Optional.empty();
    }

    int length = bytes.length - HASH_LENGTH;
    if (length < 0) {
      setAside(file, "damaged, has no checksum", log);
      return Optional.empty();
    }
    byte[] content = Arrays.copyOf(bytes, length);
    if (!Arrays.equals(hashLine(content), 0, HASH_LENGTH, bytes, length, bytes.length)) {
      setAside(file, "damaged, differs from its checksum", log);
      return Optional.empty();
    }
    try {
      return Optional.of(parser.parse(content));
    } catch (IOException | RuntimeException e) {
      setAside(file, "damaged, has invalid content", log);
      return Optional.empty();
    }
  }

  /**
   * Renames a damaged file.
   *
   * @param problem what is wrong with the file, for the log
   * @param log receives a line that names the file
   */
  public static void setAside(Path file, String problem, Consumer<String> log) {
    log.accept(problem + ", set aside as " + DAMAGED + ": " + file.getFileName());
    try {
      Files.move(file, damaged(file), StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      // Another request has removed the file.
    } catch (IOException e) {
      log.accept("cannot be moved: " + file.getFileName());
    }
  }

  /** Deletes a file, and the damaged file that was set aside under its name. */
  public static void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
    deleteDamaged(file);
  }

  /** Deletes the damaged file that was set aside under the name of a file, if there is one. */
  public static void deleteDamaged(Path file) throws IOException {
    Files.deleteIfExists(damaged(file));
  }

  private static Path damaged(Path file) {
    return file.resolveSibling(file.getFileName() + DAMAGED);
  }
}
