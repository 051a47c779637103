package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user should know of how files were read: for each kind of case a count and an example.
 * What was left out or guessed is a warning, anything else a note.
 */
final class ReadingNotes {
  private final Map<String, Cases> warnings = new LinkedHashMap<>();
  private final Map<String, Cases> notes = new LinkedHashMap<>();

  private static final class Cases {
    private final String example;
    private int count;

    Cases(String example) {
      this.example = example;
    }
  }

  /**
   * Counts a case of something that was left out or guessed.
   *
   * @param kind what happened to things of a kind, such as {@code relations are not read}
   * @param example the case, with its place
   */
  void add(String kind, String example) {
    warnings.computeIfAbsent(kind, same -> new Cases(example)).count++;
  }

  /** Counts a case of something that a user might not expect. */
  void addNote(String kind, String example) {
    notes.computeIfAbsent(kind, same -> new Cases(example)).count++;
  }

  /** Returns one line for each kind, such as {@code relations are not read: 3, such as …}. */
  List<String> warnings() {
    return lines(warnings);
  }

  /** Returns the number of cases of each kind of what was left out or guessed. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    warnings.forEach((kind, cases) -> counts.put(kind, cases.count));
    return counts;
  }

  /** Returns a line for each kind of remark that is not a warning. */
  List<String> notes() {
    return lines(notes);
  }

  private static List<String> lines(Map<String, Cases> kinds) {
    List<String> lines = new ArrayList<>();
    kinds.forEach(
        (kind, cases) -> {
          String example = cases.count == 1 ? cases.example : "such as " + cases.example;
          lines.add(format("%s: %s, %s", kind, cases.count, example));
        });
    return lines;
  }
}
