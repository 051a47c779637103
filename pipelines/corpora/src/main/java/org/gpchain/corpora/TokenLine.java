package org.gpchain.corpora;

import java.util.List;

/**
 * A line of a file with columns, unchanged.
 *
 * @param kind what it is
 * @param before a byte order mark, or nothing
 * @param text the line itself
 * @param after its end, LF or CRLF; nothing if the file ends without
 */
public record TokenLine(LineKind kind, String before, String text, String after) {
  /** The whole line. */
  public String whole() {
    return before + text + after;
  }

  /**
   * The whole line with cells behind its last one, separated as the others are.
   *
   * @param cells not blank, without TABs, spaces and line ends
   * @throws IllegalArgumentException if this line is blank
   */
  public String with(List<String> cells) {
    if (kind == LineKind.BLANK) {
      throw new IllegalArgumentException("a blank line has no cells");
    }
    return before + Cells.append(text, cells) + after;
  }
}
