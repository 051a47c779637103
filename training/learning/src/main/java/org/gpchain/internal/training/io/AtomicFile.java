package org.gpchain.internal.training.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.commons.io.function.IOConsumer;

/** Writes a file that the user has named: as a whole or not at all. */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Writes a file, or replaces it and keeps its permissions. A reader sees the old file or the new
   * one, and after a failure the old one is still there, whether it was an exception, a signal, a
   * full disk or a power cut. If several processes write the same file, the last one wins. Missing
   * directories are created. What killed processes left in the directory is deleted. If the target
   * is a link, the file behind it is written; a device or a pipe is written to directly.
   *
   * @param content writes to a stream, which it need not close
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

  /** Returns the file that a link leads to, even if it does not exist yet; or the file itself. */
  public static Path behindLinks(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return file.toRealPath();
    }
    if (Files.isSymbolicLink(file) && !Files.exists(file)) {
      return file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  /** Writes a text in UTF-8, as {@link #write(Path, IOConsumer)} does. */
  public static void write(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Checks that files can be written to a directory, by making a temporary directory in it.
   *
   * @throws java.nio.file.FileSystemException if not
   */
  public static void checkWritable(Path directory) throws IOException {
    TemporaryDirectory.in(directory).close();
  }

  /** Creates a directory and those above it, if missing. */
  public static void makeDirectory(Path directory) throws IOException {
    // Java 17 refuses a symbolic link to an existing directory.
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }
}
