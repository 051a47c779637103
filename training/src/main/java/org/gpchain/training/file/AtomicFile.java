package org.gpchain.training.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes files atomically. */
public final class AtomicFile {
  private AtomicFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes to a stream, which it need not close. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a file, or replaces it. A reader sees the old file or the new one, and after a failure
   * the old one is still there. Missing directories are created.
   */
  public static void write(Path target, Content content) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    makeDirectory(directory);
    // Beside the target, since a move between file systems is not atomic; and not made by
    // createTempFile, which gives permissions to the owner only.
    Path temporary = directory.resolve("." + UUID.randomUUID() + ".tmp");
    try {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW))) {
        content.writeTo(out);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Creates a directory and those above it, if missing. */
  public static void makeDirectory(Path directory) throws IOException {
    // Java 17 refuses a symbolic link to an existing directory.
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }
}
