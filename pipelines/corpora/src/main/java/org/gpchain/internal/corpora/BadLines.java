package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bad lines of a file that has an entry on each line. They are reported together, or are left
 * out if the user wants that.
 */
public final class BadLines {
  /** The option of commands that lets bad lines be left out. */
  public static final String OPTION = "--skip-bad-lines";

  /** Maximum number of problems in a message. */
  private static final int MAX_SHOWN = 10;

  private final Path file;
  private final boolean areSkipped;
  private final List<String> problems = new ArrayList<>();
  private int firstLine;
  private int count;

  /** Reads one line. */
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
   * @param areSkipped whether bad lines are left out
   */
  public BadLines(Path file, boolean areSkipped) {
    this.file = file;
    this.areSkipped = areSkipped;
  }

  /**
   * Adds a bad line.
   *
   * @param problem the fault of the line, and how to fix it
   */
  public void add(int line, String problem) {
    if (count == 0) {
      firstLine = line;
    }
    count++;
    if (count <= MAX_SHOWN) {
      problems.add(count == 1 ? problem : "line " + line + ": " + problem);
    }
  }

  /** Reads a line. If it is bad, keeps its fault. */
  public void read(int line, LineTask task) throws IOException {
    try {
      task.run();
    } catch (InputException e) {
      // The problem may be in a file that the line names.
      boolean isHere = e.getMessage().startsWith(InputException.place(file, line) + ":");
      add(line, isHere ? e.reason() : e.getMessage());
    }
  }

  /**
   * Reports all bad lines, once the file has been read.
   *
   * @throws InputException if there is one, and it is not to be left out
   */
  public void check() throws InputException {
    if (count == 0 || areSkipped) {
      return;
    }
    String more = count > MAX_SHOWN ? format("; and %s more", count - MAX_SHOWN) : "";
    throw new InputException(
        file,
        firstLine,
        String.join("; ", problems) + more,
        "or leave bad lines out with " + OPTION);
  }

  /** Returns how many lines were left out, with an example; empty if there is none. */
  public Optional<String> note() {
    if (count == 0) {
      return Optional.empty();
    }
    String lines = count == 1 ? "1 bad line is" : count + " bad lines are";
    String place = InputException.place(file, firstLine);
    return Optional.of(
        format("%s: %s left out, such as this one: %s", place, lines, problems.get(0)));
  }
}
