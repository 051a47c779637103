package org.gpchain.core.words;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The numbering of words. Frequent words have their own numbers. Rare words share a number with
 * other words of the same class, which is defined by their shape and ending. All digits are the
 * same. Immutable.
 */
public final class WordNumbers {
  /** Number of final characters that belong to a class. */
  private static final int ENDING = 2;

  private static final char SEPARATOR = '\t';

  private final List<String> words;
  private final List<String> classes;
  private final Map<String, Integer> numberOfWord;
  private final Map<String, Integer> numberOfClass;

  /**
   * Creates a numbering. The words get the first numbers, the classes get the next ones, and the
   * last number is for all other words.
   *
   * @param words distinct words as {@link #normal} returns them, most frequent first
   * @param classes distinct classes, from {@link #classOf} or {@link #shapeClassOf}
   */
  public WordNumbers(List<String> words, List<String> classes) {
    this.words = List.copyOf(words);
    this.classes = List.copyOf(classes);
    numberOfWord = numbers(this.words, 0);
    numberOfClass = numbers(this.classes, words.size());
  }

  private static Map<String, Integer> numbers(List<String> names, int first) {
    Map<String, Integer> numbers = new HashMap<>(2 * names.size());
    for (int i = 0; i < names.size(); i++) {
      if (numbers.put(names.get(i), first + i) != null) {
        throw new IllegalArgumentException(
            "a word or class must occur only once, but occurs twice: '" + names.get(i) + "'");
      }
    }
    return numbers;
  }

  /** Returns the words that have their own numbers, in the order of these. */
  public List<String> words() {
    return words;
  }

  /** Returns the classes, in the order of their numbers. */
  public List<String> classes() {
    return classes;
  }

  /** Returns the number of words that have their own numbers. */
  public int wordCount() {
    return words.size();
  }

  /** Returns how many numbers there are: one for each word, one for each class, and one more. */
  public int size() {
    return words.size() + classes.size() + 1;
  }

  /**
   * Returns the own number of a word or, if it has none, of the word in lower case; -1 if neither
   * has one.
   */
  public int find(String word) {
    String normal = normal(word);
    Integer exact = numberOfWord.get(normal);
    if (exact != null) {
      return exact;
    }
    return numberOfWord.getOrDefault(normal.toLowerCase(Locale.ROOT), -1);
  }

  /**
   * Returns the number of any word: its own number, the number of its class, or the last number for
   * words of other classes.
   */
  public int of(String word) {
    int ownNumber = find(word);
    if (ownNumber >= 0) {
      return ownNumber;
    }
    Integer classNumber = numberOfClass.get(classOf(word));
    if (classNumber != null) {
      return classNumber;
    }
    return numberOfClass.getOrDefault(shapeClassOf(word), size() - 1);
  }

  /** Returns a word with all its digits replaced by 0. */
  public static String normal(String word) {
    if (isAsciiWithoutDigits(word) || word.codePoints().noneMatch(Character::isDigit)) {
      return word;
    }
    StringBuilder out = new StringBuilder(word.length());
    for (int c : word.codePoints().toArray()) {
      out.appendCodePoint(Character.isDigit(c) ? '0' : c);
    }
    return out.toString();
  }

  private static boolean isAsciiWithoutDigits(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      if (c > '\u007F' || (c >= '0' && c <= '9')) {
        return false;
      }
    }
    return true;
  }

  /** Returns the class of the words with the same shape and the same last two letters. */
  public static String classOf(String word) {
    return shapeClassOf(word) + ending(word);
  }

  /**
   * Returns the class of the words with the same shape. In a shape, capital letters are written as
   * X, other letters as x and digits as 0, and runs of the same character are shortened to one.
   */
  public static String shapeClassOf(String word) {
    StringBuilder out = new StringBuilder();
    int previous = -1;
    for (int c : word.codePoints().toArray()) {
      int shape = shapeOf(c);
      if (shape != previous) {
        out.appendCodePoint(shape);
      }
      previous = shape;
    }
    return out.append(SEPARATOR).toString();
  }

  private static int shapeOf(int c) {
    if (Character.isLetter(c)) {
      boolean isCapital = Character.isUpperCase(c) || Character.isTitleCase(c);
      return isCapital ? 'X' : 'x';
    }
    if (Character.isDigit(c)) {
      return '0';
    }
    return c;
  }

  private static String ending(String word) {
    int length = word.codePointCount(0, word.length());
    if (length <= ENDING) {
      return "";
    }
    String ending = word.substring(word.offsetByCodePoints(word.length(), -ENDING));
    if (ending.codePoints().allMatch(Character::isLetter)) {
      return ending.toLowerCase(Locale.ROOT);
    }
    return "";
  }
}
