package org.gpchain.internal.corpora;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Functions that open the input files of a command, or standard input. */
public final class InputFiles {
  /** File name that means standard input or output. */
  public static final Path STANDARD_STREAM = Path.of("-");

  /** Size of the input buffer (bytes). */
  private static final int BUFFER = 1 << 16;

  private InputFiles() {}

  /**
   * Opens a file or, for {@link #STANDARD_STREAM}, standard input.
   *
   * @return a buffered stream
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

    return new BufferedInputStream(openUnbuffered(file), BUFFER);
  }

  private static InputStream openUnbuffered(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      return Files.newInputStream(file);
    }
    // The stream of newInputStream needs a position in the file, which a named pipe lacks.
    return new FileInputStream(file.toFile());
  }

  /**
   * Returns the exception for a failure to write to standard output. Its cause is unknown, because
   * a {@link java.io.PrintWriter} hides it.
   *
   * @param cure advice to the user
   */
  public static IOException outputFailure(String cure) {
    return new IOException(
        "standard output cannot be written to: it was closed, or its disk is full; " + cure);
  }
}
