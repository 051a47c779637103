package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Warnings and notes for the user on how files were read, with a count and an example for each kind
 * of case. Omissions and guesses are warnings; other cases are notes.
 */
final class ReadingNotes {
  private final Map<String, Cases> warnings = new LinkedHashMap<>();
  private final Map<String, Cases> notes = new LinkedHashMap<>();

  /** The number of cases of one kind, with the first case as an example. */
  private static final class Cases {
    private final String example;
    private int count;

    Cases(String example) {
      this.example = example;
    }
  }

  /**
   * Counts an omission or a guess.
   *
   * @param kind description of the cases, such as {@code relations are not read}
   * @param example this case, with file and line
   */
  void add(String kind, String example) {
    warnings.computeIfAbsent(kind, key -> new Cases(example)).count++;
  }

  /**
   * Counts a case that is neither an omission nor a guess, but may be unexpected.
   *
   * @param kind description of the cases
   * @param example this case, with file and line
   */
  void addNote(String kind, String example) {
    notes.computeIfAbsent(kind, key -> new Cases(example)).count++;
  }

  /**
   * Returns a line for each kind of warning, such as {@code relations are not read: 3, such as …}.
   */
  List<String> warnings() {
    return lines(warnings);
  }

  /** Returns the number of cases for each kind of warning. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Map.Entry<String, Cases> warning : warnings.entrySet()) {
      counts.put(warning.getKey(), warning.getValue().count);
    }
    return counts;
  }

  /** Returns a line for each kind of note. */
  List<String> notes() {
    return lines(notes);
  }

  private static List<String> lines(Map<String, Cases> kinds) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Cases> kind : kinds.entrySet()) {
      Cases cases = kind.getValue();
      String example = cases.example;
      if (cases.count > 1) {
        example = "such as " + example;
      }
      lines.add(format("%s: %s, %s", kind.getKey(), cases.count, example));
    }
    return lines;
  }
}
