package org.gpchain.experiments.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;

/** A file of a task, read line by line, which can say what is wrong with a line. */
final class TaskFile implements Closeable {
  /** The cure of a file that was cut off. */
  static final String TAKE_ALL = "take the whole file";

  /** The cure of a line that is wrong. */
  static final String FIX = "fix the line";

  private final Path file;
  private final TextLines lines;

  TaskFile(Path file) throws IOException {
    this.file = file;
    this.lines = new TextLines(file);
  }

  /** The next line; null at the end. */
  String next() throws IOException {
    return lines.next();
  }

  /** What is wrong with the line that was read last. */
  InputException wrong(String problem, String cure) {
    return new InputException(file, lines.line(), problem, cure);
  }

  /** What is wrong with the file. */
  InputException wrongFile(String problem) {
    return new InputException(file, problem, TAKE_ALL);
  }

  /**
   * A whole number in the line that was read last.
   *
   * @param what the number is, for the message
   * @throws InputException if it is none
   */
  int number(String what, String text) throws InputException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InputException(
          file, lines.line(), what + " '" + text + "' is not a whole number; fix the line", e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
