package org.gpchain.corpora.words;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.core.words.Lexicon;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.Utf8Lines;

/** Reads lexicons: one entry per line. */
public final class LexiconFile {
  private LexiconFile() {}

  /**
   * Reads a file.
   *
   * @param foldCase whether upper and lower case are the same
   * @throws InputException if a line is empty, or an entry has a line already
   */
  public static Lexicon read(Path file, boolean foldCase) throws IOException {
    Map<String, Integer> lineOf = new LinkedHashMap<>();
    try (Utf8Lines lines = new Utf8Lines(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        String entry = line.strip();
        if (entry.isEmpty()) {
          throw new InputException(
              file, lines.line(), "this line of a lexicon is empty", "remove it");
        }
        String key = foldCase ? entry.toLowerCase(Locale.ROOT) : entry;
        Integer earlier = lineOf.putIfAbsent(key, lines.line());
        if (earlier != null) {
          throw new InputException(
              file,
              lines.line(),
              "the entry '" + entry + "' stands in line " + earlier + " already",
              "remove one");
        }
      }
    }
    if (lineOf.isEmpty()) {
      throw new InputException(file, 0, "there is no entry in this lexicon", "give at least one");
    }
    return new Lexicon(List.copyOf(lineOf.keySet()), foldCase);
  }
}
