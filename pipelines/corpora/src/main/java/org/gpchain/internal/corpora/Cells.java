package org.gpchain.internal.corpora;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.lang3.StringUtils;

final class Cells {
  private static final char SEPARATOR = '\t';
  private static final String SPACE = " ";

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
    String text = StringUtils.stripEnd(line, SPACE);
    String[] cells =
        text.indexOf(SEPARATOR) < 0
            ? StringUtils.split(text, SPACE)
            : StringUtils.splitPreserveAllTokens(text, SEPARATOR);
    return Arrays.stream(cells).map(cell -> StringUtils.strip(cell, SPACE)).toList();
  }

  /**
   * Puts cells behind the last one of a line that is not blank, separated as the line is. They are
   * not blank, and without TABs, line ends and, unless the line has TABs, spaces.
   */
  static String append(String line, List<String> more) {
    String text = StringUtils.stripEnd(line, SPACE);
    boolean spaces = text.indexOf(SEPARATOR) < 0 && text.contains(SPACE);
    String separator = spaces ? SPACE : String.valueOf(SEPARATOR);
    return text + separator + String.join(separator, more) + line.substring(text.length());
  }
}
