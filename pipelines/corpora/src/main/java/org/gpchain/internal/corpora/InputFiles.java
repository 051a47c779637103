package org.gpchain.internal.corpora;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens files that a user has named, or standard streams in their place. */
public final class InputFiles {
  /** Stands for standard input or output where a file could be named. */
  public static final Path STANDARD_STREAM = Path.of("-");

  private static final int BUFFER = 1 << 16;

  private InputFiles() {}

  /**
   * Opens a file, or standard input, buffered.
   *
   * @throws InputException if there is no such file, or if it is a directory or may not be read
   */
  public static InputStream open(Path file) throws IOException {
    if (file.equals(STANDARD_STREAM)) {
      return new BufferedInputStream(System.in, BUFFER);
    }
    if (!Files.exists(file)) {
      throw new InputException(file, "there is no such file", "check the path");
    }
    if (Files.isDirectory(file)) {
      throw new InputException(file, "this is a directory", "name a file in it");
    }
    if (!Files.isReadable(file)) {
      throw new InputException(file, "this file may not be read", "check its permissions");
    }
    // A pipe has no position, which the stream of a channel asks for.
    InputStream in =
        Files.isRegularFile(file) ? Files.newInputStream(file) : new FileInputStream(file.toFile());
    return new BufferedInputStream(in, BUFFER);
  }

  /** The failure to write to standard output, of which a print writer does not tell the cause. */
  public static IOException outputFailure(String cure) {
    return new IOException(
        "standard output cannot be written to: it was closed, or its disk is full; " + cure);
  }
}
