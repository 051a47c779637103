package org.gpchain.internal.formats.input;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The number of files that were left out because they are not documents, by file extension. */
final class SkippedFiles {
  /** Maximum number of file extensions that are listed. */
  private static final int MAX_ENDINGS = 10;

  private static final String MAC_OS = "of macOS (__MACOSX, ._*, .DS_Store)";

  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * Returns whether macOS added a file to a folder or archive. Such a file is not a document, even
   * if it has the extension of one.
   *
   * @param path path relative to the folder or archive that the user has named, with slashes
   */
  static boolean isOfMacOs(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.startsWith("._")
        || name.equals(".DS_Store")
        || path.startsWith("__MACOSX/")
        || path.contains("/__MACOSX/");
  }

  /**
   * Counts a file.
   *
   * @param path path relative to the folder or archive that the user has named, with slashes
   */
  void add(String path) {
    counts.merge(kindOf(path), 1, Integer::sum);
  }

  private static String kindOf(String path) {
    if (isOfMacOs(path)) {
      return MAC_OS;
    }
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    if (dot <= 0) {
      return "without ending";
    }
    return name.substring(dot);
  }

  /** Counts a file if macOS added it. Other files do not match the user's pattern on purpose. */
  void addOfMacOs(String path) {
    if (isOfMacOs(path)) {
      add(path);
    }
  }

  void clear() {
    counts.clear();
  }

  /**
   * Returns a phrase with the counts, such as {@code left out: 3 .pdf, 1 .docx}, or the empty
   * string if no file was counted.
   */
  String phrase() {
    if (counts.isEmpty()) {
      return "";
    }
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_ENDINGS)
        .map(ending -> ending.getValue() + " " + ending.getKey())
        .collect(Collectors.joining(", ", "left out: ", ""));
  }
}
