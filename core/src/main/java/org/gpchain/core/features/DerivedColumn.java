package org.gpchain.core.features;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.gpchain.core.text.TokenSequence;

/**
 * Columns that are computed from the word. All of them work on code points and in the root locale,
 * so that neither emoji nor the user's language change a feature.
 */
final class DerivedColumn {
  private static final int MAX_AFFIX_LENGTH = 4;
  private static final Map<String, UnaryOperator<String>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("lower", word -> word.toLowerCase(Locale.ROOT));
    BY_NAME.put("shape", DerivedColumn::shape);
    BY_NAME.put("digits", DerivedColumn::digits);
    for (int n = 1; n <= MAX_AFFIX_LENGTH; n++) {
      int length = n;
      BY_NAME.put("prefix" + n, word -> affix(word, length, true));
      BY_NAME.put("suffix" + n, word -> affix(word, length, false));
    }
  }

  private DerivedColumn() {}

  static boolean isDerived(String column) {
    return BY_NAME.containsKey(column);
  }

  static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /** The column that a sentence must have for {@code column} to be available. */
  static String sourceOf(String column) {
    return isDerived(column) ? TokenSequence.WORD : column;
  }

  /** The value of a derived column, or null if the word has none (it is shorter than the affix). */
  static String value(String column, String word) {
    return BY_NAME.get(column).apply(word);
  }

  private static String affix(String word, int length, boolean isPrefix) {
    if (word.codePointCount(0, word.length()) < length) {
      return null;
    }
    return isPrefix
        ? word.substring(0, word.offsetByCodePoints(0, length))
        : word.substring(word.offsetByCodePoints(word.length(), -length));
  }

  /**
   * Upper case X, lower case x, digits 0, all else unchanged; runs longer than two are cut to two.
   */
  private static String shape(String word) {
    StringBuilder out = new StringBuilder();
    int run = 0;
    int last = -1;
    for (int c : word.codePoints().map(DerivedColumn::shapeOf).toArray()) {
      run = c == last ? run + 1 : 1;
      last = c;
      if (run <= 2) {
        out.appendCodePoint(c);
      }
    }
    return out.toString();
  }

  private static int shapeOf(int c) {
    boolean isCapital = Character.isUpperCase(c) || Character.isTitleCase(c);
    return isCapital ? 'X' : Character.isLetter(c) ? 'x' : Character.isDigit(c) ? '0' : c;
  }

  /** The word with each digit written as 0, if it has one; otherwise null. */
  private static String digits(String word) {
    if (word.codePoints().noneMatch(Character::isDigit)) {
      return null;
    }
    StringBuilder out = new StringBuilder();
    word.codePoints().map(c -> Character.isDigit(c) ? '0' : c).forEach(out::appendCodePoint);
    return out.toString();
  }
}
