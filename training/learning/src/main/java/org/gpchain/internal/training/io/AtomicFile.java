package org.gpchain.internal.training.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.io.function.IOConsumer;

/** Writes files atomically: a file is written completely or not at all. */
public final class AtomicFile {
  private static final boolean HAS_PERMISSIONS =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

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

  /**
   * Writes a file as {@link #write(Path, IOConsumer)} does, and lets only the user read and write
   * it. Permissions of an existing file are not kept, and a symbolic link is replaced.
   */
  public static void writePrivate(Path target, IOConsumer<OutputStream> content)
      throws IOException {
    try (StagedFiles files = new StagedFiles(target.toAbsolutePath().getParent())) {
      Path staged = files.newFile();
      fill(staged, target, content);
      makePrivate(staged);
      files.add(staged, target);
      files.commit();
    }
  }

  /** Lets only the user read and write a file, if the file system has POSIX permissions. */
  public static void makePrivate(Path file) throws IOException {
    if (HAS_PERMISSIONS) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
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

  /**
   * Creates a directory and its parents if they do not exist. Only the user may use the new
   * directories; existing ones keep their permissions.
   */
  public static void makePrivateDirectory(Path directory) throws IOException {
    if (!HAS_PERMISSIONS) {
      makeDirectory(directory);
    } else {
      makeDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  /**
   * Creates a directory and its parents if they do not exist.
   *
   * @throws FileSystemException if a part of the path is a file or a link to nothing
   */
  public static void makeDirectory(Path directory) throws IOException {
    makeDirectory(directory, new FileAttribute<?>[0]);
  }

  private static void makeDirectory(Path directory, FileAttribute<?>... attributes)
      throws IOException {
    // In Java 17, createDirectories fails for a symbolic link to an existing directory.
    if (Files.isDirectory(directory)) {
      return;
    }
    try {
      Files.createDirectories(directory, attributes);
    } catch (FileAlreadyExistsException e) {
      boolean isLink = Files.isSymbolicLink(Path.of(e.getFile()));
      String problem = isLink ? "this is a broken link" : "this is not a directory";
      throw (IOException) new FileSystemException(e.getFile(), null, problem).initCause(e);
    }
  }
}
