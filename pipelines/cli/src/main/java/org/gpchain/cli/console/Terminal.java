package org.gpchain.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects whether a person is watching. */
public final class Terminal {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  private Terminal() {}

  /**
   * Whether standard error is a terminal. Java 17 can tell only whether both input and output are;
   * Linux can tell exactly.
   */
  @SuppressWarnings("SystemConsoleNull") // from Java 22 on this says yes where Linux is not
  public static boolean isStandardError() {
    if (!Files.exists(STANDARD_ERROR)) {
      return System.console() != null;
    }
    try {
      return Files.readSymbolicLink(STANDARD_ERROR).startsWith("/dev/pts");
    } catch (IOException e) {
      return false;
    }
  }
}
