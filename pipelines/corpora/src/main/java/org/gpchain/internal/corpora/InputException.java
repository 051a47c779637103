package org.gpchain.internal.corpora;

import java.io.IOException;
import java.nio.file.Path;
import org.gpchain.core.text.VisibleText;

/**
 * An exception for an input that cannot be used. Its message names the line, problem and remedy.
 */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final String reason;

  /**
   * Creates an exception for a problem with a whole file.
   *
   * @param problem what is wrong
   * @param cure what the user can do about it
   */
  public InputException(Path file, String problem, String cure) {
    this(file, 0, problem, cure);
  }

  /**
   * Creates an exception for a problem with a whole file.
   *
   * @param problemAndCure what is wrong, and what the user can do about it
   * @param cause exception that revealed the problem; may be null
   */
  public InputException(Path file, String problemAndCure, Throwable cause) {
    this(file, 0, problemAndCure, cause);
  }

  /**
   * Creates an exception for a problem with a line of a file.
   *
   * @param line line number, from 1; 0 for a problem with the whole file
   * @param problem what is wrong
   * @param cure what the user can do about it
   */
  public InputException(Path file, int line, String problem, String cure) {
    this(file, line, oneLine(problem) + "; " + cure, (Throwable) null);
  }

  /**
   * Creates an exception for a problem with a line of a file.
   *
   * @param line line number, from 1; 0 for a problem with the whole file
   * @param problemAndCure what is wrong, and what the user can do about it
   * @param cause exception that revealed the problem; may be null
   */
  public InputException(Path file, int line, String problemAndCure, Throwable cause) {
    super(place(file, line) + ": " + oneLine(problemAndCure), cause);
    this.line = line;
    this.reason = oneLine(problemAndCure);
  }

  /** Returns the number of the line with the problem, from 1; 0 for the whole file. */
  public int line() {
    return line;
  }

  /** Returns the message without file and line. */
  public String reason() {
    return reason;
  }

  /** Returns the place in a file that messages name: {@code file:line}, or the file for line 0. */
  public static String place(Path file, int line) {
    return line > 0 ? file + ":" + line : file.toString();
  }

  /**
   * Returns a message as a single line of limited length. Invisible characters become spaces,
   * because text that is quoted from a file must not move the cursor or hide the rest of the
   * message.
   */
  public static String oneLine(String message) {
    return VisibleText.message(message);
  }
}
