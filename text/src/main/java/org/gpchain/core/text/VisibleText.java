package org.gpchain.core.text;

import java.util.regex.Pattern;

/** Text from files and requests that is quoted in messages, logs and tables. */
public final class VisibleText {
  /**
   * Characters that have no visible form of their own and can move the cursor, end the line, or
   * hide or reorder other text: control characters, format characters, and line and paragraph
   * separators.
   */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

  /** Maximum length of a message (characters), since messages may quote files. */
  private static final int MAX_MESSAGE = 2000;

  private VisibleText() {}

  /** Returns a text as a single line in which invisible characters are replaced by spaces. */
  public static String oneLine(String text) {
    return INVISIBLE.matcher(text).replaceAll(" ");
  }

  /** Returns a message as a single line of limited length, without invisible characters. */
  public static String message(String text) {
    String line = oneLine(text);
    if (line.length() <= MAX_MESSAGE) {
      return line;
    }
    return line.substring(0, MAX_MESSAGE) + " …";
  }
}
