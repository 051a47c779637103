package org.gpchain.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts long texts between paragraphs. No sentence crosses the end of a paragraph, so that the
 * pieces have the sentences of the whole.
 */
final class TextPieces {
  /** Number of characters that a piece should not exceed. */
  static final int LENGTH = 1 << 19;

  /** How many times as long it may be, if there is no paragraph's end. */
  private static final int MAX_TIMES = 4;

  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. */
  static final Pattern PARAGRAPH_BREAK = Pattern.compile(NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private TextPieces() {}

  /**
   * Cuts a text.
   *
   * @param length that a piece should not exceed
   * @return the pieces, which one after the other are the text
   */
  static List<String> cut(String text, int length) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    while (text.length() - start > length) {
      int end = end(text, start, length);
      pieces.add(text.substring(start, end));
      start = end;
    }
    if (start < text.length() || pieces.isEmpty()) {
      pieces.add(text.substring(start));
    }
    return pieces;
  }

  /** The last end of a paragraph within the length, or the first one after it. */
  private static int end(String text, int start, int length) {
    int longest = (int) Math.min(text.length(), start + (long) length * MAX_TIMES);
    Matcher gap = PARAGRAPH_BREAK.matcher(text).region(start, longest);
    int end = -1;
    while ((end < 0 || end - start < length) && gap.find()) {
      if (end < 0 || gap.end() - start <= length) {
        end = gap.end();
      } else {
        break;
      }
    }
    if (end < 0) {
      return longest == text.length() ? longest : endOfWord(text, start, longest);
    }
    return end;
  }

  /** In one endless paragraph the end of a line, or else of a word. */
  private static int endOfWord(String text, int start, int longest) {
    int line = text.lastIndexOf('\n', longest - 1);
    if (line > start) {
      return line + 1;
    }
    for (int end = longest; end > start + 1; end--) {
      if (Character.isWhitespace(text.charAt(end - 1))) {
        return end;
      }
    }
    return Character.isLowSurrogate(text.charAt(longest)) ? longest - 1 : longest;
  }
}
