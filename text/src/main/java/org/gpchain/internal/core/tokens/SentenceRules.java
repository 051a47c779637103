package org.gpchain.internal.core.tokens;

/**
 * Rules that correct the sentence ends of a model.
 *
 * <p>Sentences do not end after an initial, a title or another abbreviation inside a sentence, nor
 * before a lower-case word that continues a sentence after a quotation. Sentences end between two
 * quotations, and after a word with a period if a capital letter follows.
 */
public final class SentenceRules {
  private static final String CLOSING_QUOTES = "\"'\u201d\u2019\u00bb";
  private static final String CLOSERS = CLOSING_QUOTES + ")]}";
  private static final String OPENING_QUOTES = "\"'\u201c\u2018\u00ab\u201e`";
  private static final String OPENERS = OPENING_QUOTES + "([{";

  /** Maximum length of a list or section number such as {@code 10.2.1} (characters). */
  private static final int LONGEST_LIST_NUMBER = 6;

  /** Placeholder for a missing character at the border of a sentence or text. */
  private static final char NONE = ' ';

  private final Orthography orthography;

  /**
   * Creates the rules of a language.
   *
   * @param orthography conventions of the language, with its abbreviations
   */
  public SentenceRules(Orthography orthography) {
    this.orthography = orthography;
  }

  /**
   * Returns whether a sentence ends between two words.
   *
   * @param text the text
   * @param begin offset at which the sentence begins
   * @param end offset at which the first word ends
   * @param next offset at which the second word begins, less than the length of the text
   * @param isModelEnd whether the sentence ends here according to a model; decides if no rule
   *     applies
   */
  public boolean isEnd(String text, int begin, int end, int next, boolean isModelEnd) {
    int stop = end;
    boolean isQuoted = false;
    while (stop > begin && CLOSERS.indexOf(text.charAt(stop - 1)) >= 0) {
      isQuoted |= CLOSING_QUOTES.indexOf(text.charAt(stop - 1)) >= 0;
      stop--;
    }

    int opened = next;
    while (opened < text.length() && OPENERS.indexOf(text.charAt(opened)) >= 0) {
      opened++;
    }

    char last = stop > begin ? text.charAt(stop - 1) : NONE;
    char first = opened < text.length() ? text.charAt(opened) : NONE;
    boolean isBeforeQuote = OPENING_QUOTES.indexOf(text.charAt(next)) >= 0;

    if (last == '?' || last == '!') {
      if (isQuoted && Character.isLowerCase(first)) {
        return false;
      }
      return isModelEnd || (isQuoted && isBeforeQuote && Character.isUpperCase(first));
    }

    boolean isEllipsis = last == '.' && stop - 1 > begin && text.charAt(stop - 2) == '.';
    if (last != '.' || isEllipsis) {
      return isModelEnd && !Character.isLowerCase(first);
    }
    return isEndAfterPeriod(new Period(text, begin, stop - 1, opened), isQuoted, isModelEnd);
  }

  private boolean isEndAfterPeriod(Period period, boolean isQuoted, boolean isModelEnd) {
    if (period.endsListNumber()) {
      return false;
    }

    if (orthography.hasOrdinals() && period.endsOrdinal()) {
      return orthography.isStarter(period.nextWord());
    }

    return switch (orthography.kindOf(period.lastPart())) {
      case TITLE, INNER -> isQuoted && isModelEnd;
      case NUMBER -> isModelEnd && !period.isBeforeNumber() && !period.isBeforeLowerCase();
      case INITIAL -> isEndAfterInitial(period, isModelEnd);
      case FINAL, ACRONYM -> orthography.isStarter(period.nextWord());
      case NONE -> isModelEnd || period.isBeforeUpperCase();
    };
  }

  private boolean isEndAfterInitial(Period period, boolean isModelEnd) {
    if (period.isPronoun()) {
      return isModelEnd && !period.isBeforeLowerCase();
    }
    return orthography.isStarter(period.nextWord());
  }

  /**
   * A period between two words.
   *
   * @param text the text
   * @param begin offset at which the sentence begins
   * @param offset offset of the period
   * @param next offset at which the next word begins, after opening quotes and brackets
   */
  private record Period(String text, int begin, int offset, int next) {
    /** Returns the word before the period, without opening quotes and brackets. */
    private String word() {
      int start = start();
      while (start < offset && OPENERS.indexOf(text.charAt(start)) >= 0) {
        start++;
      }
      return text.substring(start, offset);
    }

    /** Returns the offset at which the word before the period begins, quotes included. */
    private int start() {
      int start = offset;
      while (start > begin && !isSpace(text.charAt(start - 1))) {
        start--;
      }
      return start;
    }

    /** Returns the word before the period, or its part after the last hyphen. */
    String lastPart() {
      String word = word();
      return word.substring(word.lastIndexOf('-') + 1);
    }

    /** Returns whether the sentence so far is a list number or letter, such as {@code 2.1.} */
    boolean endsListNumber() {
      if (start() > begin || offset - begin > LONGEST_LIST_NUMBER) {
        return false;
      }

      String word = word();
      boolean isNumber = !word.isEmpty() && word.chars().allMatch(Period::isDigitOrPeriod);
      return isNumber || (word.length() == 1 && Character.isLetter(word.charAt(0)));
    }

    /** Returns whether the word is a Roman numeral or a number of at most three digits. */
    boolean endsOrdinal() {
      String word = word();
      boolean isRoman = !word.isEmpty() && word.chars().allMatch(c -> "IVX".indexOf(c) >= 0);
      boolean isNumber =
          !word.isEmpty() && word.length() <= 3 && word.chars().allMatch(Character::isDigit);
      return isRoman || isNumber;
    }

    private static boolean isDigitOrPeriod(int character) {
      return Character.isDigit(character) || character == '.';
    }

    /** Returns whether the word is the pronoun I as in "than I." rather than an initial. */
    boolean isPronoun() {
      if (!word().equals("I")) {
        return false;
      }

      int end = start();
      while (end > begin && isSpace(text.charAt(end - 1))) {
        end--;
      }
      return end > begin && Character.isLowerCase(text.charAt(end - 1));
    }

    /** Returns the first character of the next word, or {@link #NONE} at the end of the text. */
    private char first() {
      if (next < text.length()) {
        return text.charAt(next);
      }
      return NONE;
    }

    /** Returns whether the next word begins with a digit. */
    boolean isBeforeNumber() {
      return Character.isDigit(first());
    }

    /** Returns whether the next word begins with a lower-case letter. */
    boolean isBeforeLowerCase() {
      return Character.isLowerCase(first());
    }

    /** Returns whether the next word begins with an upper-case letter. */
    boolean isBeforeUpperCase() {
      return Character.isUpperCase(first());
    }

    /** Returns the letters and apostrophes with which the next word begins. */
    String nextWord() {
      int end = next;
      while (end < text.length() && isWordCharacter(text.charAt(end))) {
        end++;
      }
      return text.substring(next, end);
    }

    private static boolean isWordCharacter(char c) {
      return Character.isLetter(c) || c == '\'' || c == '\u2019';
    }
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }
}
