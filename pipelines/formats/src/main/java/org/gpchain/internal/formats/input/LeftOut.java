package org.gpchain.internal.formats.input;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts files that are no documents, by the endings of their names. */
final class LeftOut {
  /** Maximum number of file extensions that are listed. */
  private static final int MAX_ENDINGS = 10;

  private static final String MAC_OS = "of macOS (__MACOSX, ._*, .DS_Store)";

  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * Returns whether macOS added a file to a folder or an archive. Such a file is no document, even
   * if it has the ending of one.
   *
   * @param path below what the user has named, with slashes
   */
  static boolean isOfMacOs(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.startsWith("._")
        || name.equals(".DS_Store")
        || path.startsWith("__MACOSX/")
        || path.contains("/__MACOSX/");
  }

  /** Counts a file, by its path below what the user has named. */
  void add(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    String ending = dot > 0 ? name.substring(dot) : "without ending";
    counts.merge(isOfMacOs(path) ? MAC_OS : ending, 1, Integer::sum);
  }

  /** Counts a file if it is one of macOS: others are left out as the user says. */
  void addOfMacOs(String path) {
    if (isOfMacOs(path)) {
      add(path);
    }
  }

  void clear() {
    counts.clear();
  }

  /** Returns the counts in words, such as {@code left out: 3 .pdf, 1 .docx}; empty for none. */
  String phrase() {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_ENDINGS)
        .map(ending -> ending.getValue() + " " + ending.getKey())
        .collect(Collectors.joining(", ", counts.isEmpty() ? "" : "left out: ", ""));
  }
}
