package org.gpchain.experiments.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;

/** A line reader for the files of a task, which creates exceptions for malformed lines. */
final class TaskFile implements Closeable {
  /** Remedy for a truncated file. */
  static final String TAKE_ALL = "take the whole file";

  /** Remedy for a malformed line. */
  static final String FIX = "fix the line";

  private final Path file;
  private final TextLines lines;

  TaskFile(Path file) throws IOException {
    this.file = file;
    this.lines = new TextLines(file);
  }

  /** Returns the next line, or null at the end of the file. */
  String next() throws IOException {
    return lines.next();
  }

  /**
   * Returns an exception for the current line, which was read last.
   *
   * @param remedy advice for the user
   */
  InputException wrong(String problem, String remedy) {
    return new InputException(file, lines.line(), problem, remedy);
  }

  /** Returns an exception for the whole file. */
  InputException wrongFile(String problem) {
    return new InputException(file, problem, TAKE_ALL);
  }

  /**
   * Parses a whole number in the current line.
   *
   * @param name name of the number, for the message
   * @throws InputException if the text is not a whole number
   */
  int number(String name, String text) throws InputException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InputException(
          file, lines.line(), name + " '" + text + "' is not a whole number; fix the line", e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
