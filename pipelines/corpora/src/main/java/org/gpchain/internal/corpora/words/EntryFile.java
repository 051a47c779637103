package org.gpchain.internal.corpora.words;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.corpora.TextLines;

/**
 * The entries of a word list, one per line. Empty lines, comments ({@code # …}) and repeated
 * entries are left out. If a line has TABs, its first column is the entry. Upper and lower case are
 * distinguished.
 *
 * @param entries different entries, in the order of the file
 * @param lines line number of each entry, {@code [entries]}, from 1
 * @param notes notes on the lines that were left out, one for each reason
 */
record EntryFile(List<String> entries, List<Integer> lines, List<String> notes) {
  private static final String COMMENT = "# ";

  /** A count of the lines that are left out, or partly left out, for one reason. */
  private static final class LineCount {
    private int count;
    private int firstLine;

    void add(int line) {
      if (count == 0) {
        firstLine = line;
      }
      count++;
    }

    /** Adds a note with the count to a list, unless no line was counted. */
    void note(Path file, String one, String several, List<String> notes) {
      if (count == 1) {
        notes.add(format("%s: 1 %s (line %s)", file, one, firstLine));
      } else if (count > 1) {
        notes.add(format("%s: %s %s (the first: line %s)", file, count, several, firstLine));
      }
    }
  }

  EntryFile {
    entries = List.copyOf(entries);
    lines = List.copyOf(lines);
    notes = List.copyOf(notes);
  }

  /**
   * Reads a list.
   *
   * @param encoding encoding of a file without a byte order mark
   * @throws InputException if there is no entry
   */
  static EntryFile read(Path file, Charset encoding) throws IOException {
    Map<String, Integer> lineOf = new LinkedHashMap<>();
    LineCount empty = new LineCount();
    LineCount comments = new LineCount();
    LineCount repeated = new LineCount();
    LineCount columns = new LineCount();
    try (TextLines lines = new TextLines(file, InputFiles.open(file), encoding)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        int number = lines.line();
        String entry = TokenSequence.composed(StringUtils.substringBefore(line, "\t").strip());
        if (entry.isEmpty()) {
          empty.add(number);
        } else if (entry.startsWith(COMMENT)) {
          comments.add(number);
        } else {
          if (line.strip().indexOf('\t') >= 0) {
            columns.add(number);
          }
          if (lineOf.putIfAbsent(entry, number) != null) {
            repeated.add(number);
          }
        }
      }
    }

    if (lineOf.isEmpty()) {
      throw new InputException(file, "there is no entry in this list", "add at least one");
    }

    List<String> notes = new ArrayList<>();
    empty.note(file, "empty line is skipped", "empty lines are skipped", notes);
    comments.note(file, "comment is skipped", "comments are skipped", notes);
    repeated.note(file, "repeated entry is skipped", "repeated entries are skipped", notes);
    columns.note(
        file,
        "line has several columns; only the first one is read",
        "lines have several columns; only the first one is read",
        notes);
    return new EntryFile(List.copyOf(lineOf.keySet()), List.copyOf(lineOf.values()), notes);
  }
}
