package org.gpchain.core.words;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Numbers of words. Words of a text that are too rare to be known one by one are known by class:
 * what they look like and how they end. Digits are all the same. Immutable.
 */
public final class WordNumbers {
  private static final int ENDING = 2;
  private static final char SEPARATOR = '\t';

  private final List<String> words;
  private final List<String> classes;
  private final Map<String, Integer> numberOfWord;
  private final Map<String, Integer> numberOfClass;

  /**
   * @param words normalised, distinct, the most frequent first: they have the numbers from 0 on
   * @param classes distinct classes, from {@link #classOf} or {@link #shapeClassOf}: they have the
   *     numbers after those of the words; the last number of all is that of any other word
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
        throw new IllegalArgumentException("given twice: '" + names.get(i) + "'");
      }
    }
    return numbers;
  }

  public List<String> words() {
    return words;
  }

  public List<String> classes() {
    return classes;
  }

  /** Number of words that are known one by one. */
  public int wordCount() {
    return words.size();
  }

  /** Number of words and classes, and one for all others. */
  public int size() {
    return words.size() + classes.size() + 1;
  }

  /** The number of a word itself, or of its form in lower case; -1 if neither is known. */
  public int find(String word) {
    String normal = normal(word);
    Integer exact = numberOfWord.get(normal);
    return exact != null ? exact : numberOfWord.getOrDefault(normal.toLowerCase(Locale.ROOT), -1);
  }

  /** The number of a word, of its class, or of all others. */
  public int of(String word) {
    int known = find(word);
    if (known >= 0) {
      return known;
    }
    Integer byEnding = numberOfClass.get(classOf(word));
    return byEnding != null ? byEnding : numberOfClass.getOrDefault(shapeClassOf(word), size() - 1);
  }

  /** A word with each digit written as 0. */
  public static String normal(String word) {
    if (isAsciiWithoutDigits(word) || word.codePoints().noneMatch(Character::isDigit)) {
      return word;
    }
    StringBuilder out = new StringBuilder(word.length());
    word.codePoints().map(c -> Character.isDigit(c) ? '0' : c).forEach(out::appendCodePoint);
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

  /** The class of words of the same shape and the same last two letters. */
  public static String classOf(String word) {
    return shapeClassOf(word) + ending(word);
  }

  /**
   * The class of words of the same shape: upper case X, lower case x, digits 0, runs of one kind
   * cut to one.
   */
  public static String shapeClassOf(String word) {
    StringBuilder out = new StringBuilder();
    int[] last = {-1};
    word.codePoints()
        .map(WordNumbers::kindOf)
        .filter(kind -> kind != last[0])
        .forEach(
            kind -> {
              last[0] = kind;
              out.appendCodePoint(kind);
            });
    return out.append(SEPARATOR).toString();
  }

  private static int kindOf(int c) {
    if (Character.isLetter(c)) {
      return Character.isUpperCase(c) || Character.isTitleCase(c) ? 'X' : 'x';
    }
    return Character.isDigit(c) ? '0' : c;
  }

  private static String ending(String word) {
    int length = word.codePointCount(0, word.length());
    if (length <= ENDING) {
      return "";
    }
    String ending = word.substring(word.offsetByCodePoints(word.length(), -ENDING));
    return ending.codePoints().allMatch(Character::isLetter) ? ending.toLowerCase(Locale.ROOT) : "";
  }
}
