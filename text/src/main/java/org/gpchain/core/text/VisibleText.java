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

  private VisibleText() {}

  /** Returns a text as a single line in which invisible characters are replaced by spaces. */
  public static String oneLine(String text) {
    return INVISIBLE.matcher(text).replaceAll(" ");
  }
}
