package org.gpchain.internal.corpora;

import org.gpchain.internal.core.math.WorkCheck;

/**
 * A long text that checks, while its characters are read, that the work is still wanted. The
 * sentence detector of OpenNLP reads a whole paragraph in one call, and nothing else could end it.
 */
final class CheckedText implements CharSequence {
  /** Minimum length of a text whose characters are counted (UTF-16 code units). */
  private static final int LONG = 1 << 16;

  /** Number of characters that are read between two checks. */
  private static final int INTERVAL = 1 << 12;

  private final String text;
  private int reads;

  private CheckedText(String text) {
    this.text = text;
  }

  /** Returns a text with checks if it is long; otherwise the text itself, which is read faster. */
  static CharSequence of(String text) {
    return text.length() < LONG ? text : new CheckedText(text);
  }

  @Override
  public char charAt(int index) {
    reads++;
    if (reads % INTERVAL == 0) {
      WorkCheck.run();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
