package org.gpchain.core.features;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.gpchain.core.text.TokenSequence;

/**
 * The columns that are computed from the word. They work on code points and in the root locale, so
 * that features do not depend on surrogate pairs or on the user's language.
 */
final class DerivedColumn {
  /** Maximum length of prefixes and suffixes (code points). */
  private static final int MAX_AFFIX_LENGTH = 4;

  /** The functions that compute a value from a word, by the name of the column. */
  private static final Map<String, UnaryOperator<String>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("lower", word -> word.toLowerCase(Locale.ROOT));
    BY_NAME.put("shape", DerivedColumn::shape);
    BY_NAME.put("digits", DerivedColumn::digits);
    for (int n = 1; n <= MAX_AFFIX_LENGTH; n++) {
      int length = n;
      BY_NAME.put("prefix" + n, word -> prefix(word, length));
      BY_NAME.put("suffix" + n, word -> suffix(word, length));
    }
  }

  private DerivedColumn() {}

  /** Returns whether a column is computed from the word. */
  static boolean isDerived(String column) {
    return BY_NAME.containsKey(column);
  }

  /** Returns the names of all columns that are computed from the word. */
  static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /** Returns the column that a sentence must have so that {@code column} is available. */
  static String sourceOf(String column) {
    return isDerived(column) ? TokenSequence.WORD : column;
  }

  /**
   * Returns the value of a derived column; null if the word has none, such as a short word's
   * suffix.
   */
  static String value(String column, String word) {
    return BY_NAME.get(column).apply(word);
  }

  private static String prefix(String word, int length) {
    if (word.codePointCount(0, word.length()) < length) {
      return null;
    }
    return word.substring(0, word.offsetByCodePoints(0, length));
  }

  private static String suffix(String word, int length) {
    if (word.codePointCount(0, word.length()) < length) {
      return null;
    }
    return word.substring(word.offsetByCodePoints(word.length(), -length));
  }

  /**
   * Returns the shape of a word: capital letters are written as X, other letters as x and digits as
   * 0, and longer runs of the same character are shortened to two.
   */
  private static String shape(String word) {
    StringBuilder out = new StringBuilder();
    int run = 0;
    int previous = -1;
    for (int c : word.codePoints().map(DerivedColumn::shapeOf).toArray()) {
      if (c != previous) {
        run = 0;
      }
      run++;
      previous = c;
      if (run <= 2) {
        out.appendCodePoint(c);
      }
    }
    return out.toString();
  }

  private static int shapeOf(int c) {
    boolean isCapital = Character.isUpperCase(c) || Character.isTitleCase(c);
    if (isCapital) {
      return 'X';
    }
    if (Character.isLetter(c)) {
      return 'x';
    }
    if (Character.isDigit(c)) {
      return '0';
    }
    return c;
  }

  /** Returns the word with all digits replaced by 0; null if it has no digit. */
  private static String digits(String word) {
    if (word.codePoints().noneMatch(Character::isDigit)) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    for (int c : word.codePoints().toArray()) {
      out.appendCodePoint(Character.isDigit(c) ? '0' : c);
    }
    return out.toString();
  }
}
