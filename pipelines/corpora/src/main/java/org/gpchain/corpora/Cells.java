package org.gpchain.corpora;

import java.util.ArrayList;
import java.util.List;

final class Cells {
  private static final char SEPARATOR = '\t';

  private Cells() {}

  /**
   * Splits a line at its TABs, or at runs of spaces if it has none; a blank line has no cells.
   * Other white space separates nothing: an ideographic or no-break space may be a token, or part
   * of one. Spaces beside TABs and at the end of a line are no part of cells.
   */
  static List<String> of(String line) {
    if (line.isBlank()) {
      return List.of();
    }
    boolean tabs = line.indexOf(SEPARATOR) >= 0;
    List<String> cells = new ArrayList<>();
    int end = end(line, line.length());
    int start = 0;
    for (int i = 0; i <= end; i++) {
      if (i == end || line.charAt(i) == (tabs ? SEPARATOR : ' ')) {
        if (tabs || i > start) {
          int from = start;
          while (from < i && line.charAt(from) == ' ') {
            from++;
          }
          cells.add(line.substring(from, Math.max(from, end(line, i))));
        }
        start = i + 1;
      }
    }
    return cells;
  }

  /**
   * Puts cells behind the last one of a line that is not blank, separated as the line is. They are
   * not blank, and without TABs, line ends and, unless the line has TABs, spaces.
   */
  static String append(String line, List<String> more) {
    int end = end(line, line.length());
    boolean spaces = line.indexOf(SEPARATOR) < 0 && line.lastIndexOf(' ', end - 1) >= 0;
    String separator = String.valueOf(spaces ? ' ' : SEPARATOR);
    return line.substring(0, end) + separator + String.join(separator, more) + line.substring(end);
  }

  private static int end(String line, int limit) {
    int end = limit;
    while (end > 0 && line.charAt(end - 1) == ' ') {
      end--;
    }
    return end;
  }
}
