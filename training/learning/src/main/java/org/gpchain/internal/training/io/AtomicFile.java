package org.gpchain.internal.training.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.function.IOConsumer;

/** Writes files atomically: a file is written completely or not at all. */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Writes a file, or replaces it and keeps its permissions. Readers see either the old file or the
   * new one. After a failure (an exception, a signal, a full disk or a power cut), the old file is
   * still there. If several processes write the same file, the last one wins.
   *
   * <p>Missing directories are created, and temporary files of killed processes in the directory
   * are deleted. If the target is a symbolic link, the file that it points to is written. Devices
   * and pipes are written to directly.
   *
   * @param target the file
   * @param content writes the content to a stream, which it need not close
   */
  public static void write(Path target, IOConsumer<OutputStream> content) throws IOException {
    Path file = behindLinks(target);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      fill(file, target, content);
      return;
    }

    try (StagedFiles files = new StagedFiles(file.toAbsolutePath().getParent())) {
      Path staged = files.newFile();
      fill(staged, target, content);
      files.addKeepingPermissions(staged, file);
      files.commit();
    }
  }

  private static void fill(Path file, Path target, IOConsumer<OutputStream> content)
      throws IOException {
    OutputStream opened =
        Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    try (OutputStream out = new BufferedOutputStream(StagedFiles.named(opened, target))) {
      content.accept(out);
    }
  }

  /**
   * Returns the file that a symbolic link points to, even if that file does not exist. Returns any
   * other file itself.
   */
  public static Path behindLinks(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return file.toRealPath();
    }
    if (Files.isSymbolicLink(file) && !Files.exists(file)) {
      return file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  /** Writes a text in UTF-8 in the same way as {@link #write(Path, IOConsumer)}. */
  public static void write(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Checks that files can be written to a directory by creating a temporary directory in it.
   *
   * @throws java.nio.file.FileSystemException if nothing can be written to the directory
   */
  public static void checkWritable(Path directory) throws IOException {
    TemporaryDirectory.in(directory).close();
  }

  /** Creates a directory and its parents if they do not exist. */
  public static void makeDirectory(Path directory) throws IOException {
    // In Java 17, createDirectories fails for a symbolic link to an existing directory.
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }
}
