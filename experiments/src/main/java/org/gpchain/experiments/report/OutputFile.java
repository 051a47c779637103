package org.gpchain.experiments.report;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.corpora.InputException;

/** A file that an experiment will write when it is done, which may be hours later. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Finds out early that a file cannot be written.
   *
   * @param file where to write; null if nothing is to be written
   * @param content what it will hold, such as {@code report}
   * @throws InputException if it is a directory
   */
  public static void refuseDirectory(Path file, String content) throws InputException {
    if (file != null && Files.isDirectory(file)) {
      throw new InputException(file, 0, "this is a directory", "name a file for the " + content);
    }
  }
}
