package org.gpchain.internal.corpora;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.StringUtils;

/** Functions that split a line into the cells of its columns, and append cells to a line. */
final class Cells {
  private static final char TAB = '\t';
  private static final String SPACE = " ";

  private Cells() {}

  /**
   * Splits a line at its TABs, or at runs of spaces if it has no TABs. A blank line has no cells.
   * Other white space is not a separator, because an ideographic or no-break space may be a token
   * or part of a token. Spaces next to TABs and at the end of a line are removed.
   */
  static List<String> of(String line) {
    if (line.isBlank()) {
      return List.of();
    }

    String text = StringUtils.stripEnd(line, SPACE);
    String[] cells;
    if (text.indexOf(TAB) < 0) {
      cells = StringUtils.split(text, SPACE);
    } else {
      cells = StringUtils.splitPreserveAllTokens(text, TAB);
    }
    return Arrays.stream(cells).map(cell -> StringUtils.strip(cell, SPACE)).toList();
  }

  /**
   * Appends cells to a line, with the separator that the line has.
   *
   * @param line a line that is not blank
   * @param added cells that are not blank and contain no TABs, no line ends and, unless the line
   *     has TABs, no spaces
   */
  static String append(String line, List<String> added) {
    String text = StringUtils.stripEnd(line, SPACE);
    String separator = separator(text);

    String spacesAtEnd = line.substring(text.length());
    return text + separator + String.join(separator, added) + spacesAtEnd;
  }

  /**
   * Returns a line with another last cell. Spaces at the end are removed.
   *
   * @param replacement returns the new cell for the old one
   */
  static String withLast(String line, UnaryOperator<String> replacement) {
    String text = StringUtils.stripEnd(line, SPACE);
    int last = text.lastIndexOf(separator(text)) + 1;
    return text.substring(0, last)
        + replacement.apply(StringUtils.strip(text.substring(last), SPACE));
  }

  private static String separator(String text) {
    boolean hasSpaces = text.indexOf(TAB) < 0 && text.contains(SPACE);
    return hasSpaces ? SPACE : String.valueOf(TAB);
  }
}
