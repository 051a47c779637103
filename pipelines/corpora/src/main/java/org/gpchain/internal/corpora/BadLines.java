package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a file with one entry per line that cannot be used. They are reported together, or
 * skipped if the user asked for it.
 */
public final class BadLines {
  /** Command-line option that skips bad lines. */
  public static final String OPTION = "--skip-bad-lines";

  /** Maximum number of problems that a message lists. */
  private static final int MAX_SHOWN = 10;

  private final Path file;
  private final boolean areSkipped;
  private final List<String> problems = new ArrayList<>();
  private int firstLine;
  private int count;

  /** A task that reads one line. */
  @FunctionalInterface
  public interface LineTask {
    /**
     * Reads the line.
     *
     * @throws InputException if the line is bad
     */
    void run() throws IOException;
  }

  /**
   * Creates an empty list of bad lines.
   *
   * @param areSkipped whether bad lines are skipped instead of reported as an error
   */
  public BadLines(Path file, boolean areSkipped) {
    this.file = file;
    this.areSkipped = areSkipped;
  }

  /**
   * Adds a bad line.
   *
   * @param line line number, from 1
   * @param problem what is wrong with the line, and how to fix it
   */
  public void add(int line, String problem) {
    if (count == 0) {
      firstLine = line;
    }
    count++;

    if (count == 1) {
      problems.add(problem);
    } else if (count <= MAX_SHOWN) {
      problems.add("line " + line + ": " + problem);
    }
  }

  /** Runs a task that reads a line. If the line is bad, records its problem. */
  public void read(int line, LineTask task) throws IOException {
    try {
      task.run();
    } catch (InputException e) {
      boolean isInThisLine = e.getMessage().startsWith(InputException.place(file, line) + ":");
      if (isInThisLine) {
        add(line, e.reason());
      } else {
        // The problem is in another file that the line refers to, which the message names.
        add(line, e.getMessage());
      }
    }
  }

  /**
   * Reports all bad lines after the file has been read.
   *
   * @throws InputException if there are bad lines and they are not skipped
   */
  public void check() throws InputException {
    if (count == 0 || areSkipped) {
      return;
    }

    String message = String.join("; ", problems);
    if (count > MAX_SHOWN) {
      message += format("; and %s more", count - MAX_SHOWN);
    }
    throw new InputException(file, firstLine, message, "or skip bad lines with " + OPTION);
  }

  /** Returns a note with the number of skipped lines and an example, or empty if there are none. */
  public Optional<String> note() {
    if (count == 0) {
      return Optional.empty();
    }

    String lines = count == 1 ? "1 bad line was" : count + " bad lines were";
    String place = InputException.place(file, firstLine);
    return Optional.of(
        format("%s: %s skipped, for example this one: %s", place, lines, problems.get(0)));
  }
}
