package org.gpchain.internal.corpora;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** An input that cannot be used. The message names the line, the problem and the remedy. */
public final class InputException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Length of messages, which may quote files. */
  private static final int MAX_LENGTH = 2000;

  /** Control characters, and those that change the direction of text. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cntrl}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+");

  private final int line;
  private final String reason;

  /** A problem with a whole file: what is wrong, and what to do about it. */
  public InputException(Path file, String problem, String cure) {
    this(file, 0, problem, cure);
  }

  /** A problem with a whole file that another exception has found; it may be null. */
  public InputException(Path file, String problemAndCure, Throwable cause) {
    this(file, 0, problemAndCure, cause);
  }

  /** A problem with one line of a file, from 1; 0 if it is with the whole file. */
  public InputException(Path file, int line, String problem, String cure) {
    this(file, line, oneLine(problem) + "; " + cure, (Throwable) null);
  }

  /**
   * A problem that another exception has found; it may be null.
   *
   * @param line from 1; 0 if the problem is with the whole file
   */
  public InputException(Path file, int line, String problemAndCure, Throwable cause) {
    super(place(file, line) + ": " + oneLine(problemAndCure), cause);
    this.line = line;
    this.reason = oneLine(problemAndCure);
  }

  /** Number of the line with the problem, from 1; 0 if it is with the whole file. */
  public int line() {
    return line;
  }

  /** The problem and its cure, without the place. */
  public String reason() {
    return reason;
  }

  /** A place in a file as messages name it, {@code file:line}; without the line if that is 0. */
  public static String place(Path file, int line) {
    return line > 0 ? file + ":" + line : file.toString();
  }

  /**
   * A message in a line that is not too long: text from a file must not move the cursor or hide the
   * rest of the message.
   */
  public static String oneLine(String message) {
    String line = CONTROL.matcher(message).replaceAll(" ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + " …";
  }
}
