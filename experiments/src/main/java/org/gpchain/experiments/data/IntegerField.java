package org.gpchain.experiments.data;

import java.nio.file.Path;
import org.gpchain.corpora.InputException;

/** Numbers in lines of text. */
final class IntegerField {
  private IntegerField() {}

  /**
   * Reads a whole number.
   *
   * @param what the number is, for the message
   * @throws InputException if it is none
   */
  static int parse(Path file, int line, String what, String text) throws InputException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InputException(
          file, line, what + " '" + text + "' is not a whole number; fix the line", e);
    }
  }
}
