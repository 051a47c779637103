package org.gpchain.training.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.output.ProxyOutputStream;

public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Writes a file, or replaces it, with its permissions. A reader sees the old file or the new one,
   * and after a failure the old one is still there, whether it was an exception, a signal or a full
   * disk. Of several processes that write the same file, the last one wins. Missing directories are
   * created. What killed processes left in the directory is removed. Of a link, the file behind it
   * is written; a device or a pipe is written to.
   *
   * @param content writes to a stream, which it need not close
   */
  public static void write(Path target, IOConsumer<OutputStream> content) throws IOException {
    Path file = behindLinks(target);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      fill(file, target, content);
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    makeDirectory(directory);
    // Beside the target, since a move between file systems is not atomic.
    try (Temporary temporary = Temporary.file(directory)) {
      fill(temporary.path, target, content);
      keepPermissions(file, temporary.path);
      temporary.moveTo(file);
    }
  }

  private static void fill(Path file, Path target, IOConsumer<OutputStream> content)
      throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(
            named(Files.newOutputStream(file, StandardOpenOption.WRITE), target))) {
      content.accept(out);
    }
  }

  private static void keepPermissions(Path old, Path replacement) {
    try {
      Files.setPosixFilePermissions(replacement, Files.getPosixFilePermissions(old));
    } catch (IOException | UnsupportedOperationException e) {
      // There is no old file, or the file system has no permissions.
    }
  }

  /** The file that a link leads to, even if it is not there yet; or the file itself. */
  public static Path behindLinks(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return file.toRealPath();
    }
    return Files.isSymbolicLink(file) && !Files.exists(file)
        ? file.resolveSibling(Files.readSymbolicLink(file))
        : file;
  }

  /** Writes a text in UTF-8, as {@link #write(Path, IOConsumer)} does. */
  public static void write(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** An output whose failures name the file, as those of opening one do. */
  static OutputStream named(OutputStream out, Path file) {
    return new ProxyOutputStream(out) {
      @Override
      protected void handleIOException(IOException e) throws IOException {
        throw (IOException)
            new FileSystemException(file.toString(), null, e.getMessage()).initCause(e);
      }
    };
  }

  /**
   * Checks that files can be written to a directory, by writing one.
   *
   * @throws java.nio.file.FileSystemException if not
   */
  public static void checkWritable(Path directory) throws IOException {
    Temporary.file(directory).close();
  }

  /** Creates a directory and those above it, if missing. */
  public static void makeDirectory(Path directory) throws IOException {
    // Java 17 refuses a symbolic link to an existing directory.
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }
}
