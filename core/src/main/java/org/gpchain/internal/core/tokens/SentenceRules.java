package org.gpchain.internal.core.tokens;

/**
 * Rules that correct where a model ends sentences: not after an initial, a title or another
 * abbreviation inside a sentence, nor before a lower-case word that goes on after a quotation; but
 * between two quotations, and after a word with a period before a capital letter.
 */
public final class SentenceRules {
  private static final String CLOSING_QUOTES = "\"'\u201d\u2019\u00bb";
  private static final String CLOSERS = CLOSING_QUOTES + ")]}";
  private static final String OPENING_QUOTES = "\"'\u201c\u2018\u00ab\u201e`";
  private static final String OPENERS = OPENING_QUOTES + "([{";

  /** Maximum length of the number of a list item or a section, such as {@code 10.2.1}. */
  private static final int LONGEST_LIST_NUMBER = 6;

  /** Stands for a character that is not there. */
  private static final char NONE = ' ';

  private final Orthography orthography;

  /**
   * Creates rules.
   *
   * @param orthography of the language, whose abbreviations are known
   */
  public SentenceRules(Orthography orthography) {
    this.orthography = orthography;
  }

  /**
   * Returns whether a sentence ends between two words.
   *
   * @param text the text
   * @param begin where the sentence begins
   * @param end where the word ends after which the sentence may end
   * @param next where the next word begins; there is one
   * @param isModelEnd whether the sentence ends here according to a model, which decides where
   *     there is no rule
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
      case INITIAL ->
          period.isPronoun()
              ? isModelEnd && !period.isBeforeLowerCase()
              : orthography.isStarter(period.nextWord());
      case FINAL, ACRONYM -> orthography.isStarter(period.nextWord());
      case NONE -> isModelEnd || period.isBeforeUpperCase();
    };
  }

  /**
   * A period between two words.
   *
   * @param text the text
   * @param begin where the sentence begins
   * @param offset of the period
   * @param next where the next word begins, after quotes and brackets
   */
  private record Period(String text, int begin, int offset, int next) {
    /** Returns the word before the period, without quotes and brackets around it. */
    private String word() {
      int start = start();
      while (start < offset && OPENERS.indexOf(text.charAt(start)) >= 0) {
        start++;
      }
      return text.substring(start, offset);
    }

    private int start() {
      int start = offset;
      while (start > begin && !isSpace(text.charAt(start - 1))) {
        start--;
      }
      return start;
    }

    /** Returns the part of the word after its last hyphen. */
    String lastPart() {
      String word = word();
      return word.substring(word.lastIndexOf('-') + 1);
    }

    /** Returns whether the sentence begins with a number or letter of a list: {@code 2.1.} */
    boolean endsListNumber() {
      if (start() > begin || offset - begin > LONGEST_LIST_NUMBER) {
        return false;
      }
      String word = word();
      boolean isNumber = !word.isEmpty() && word.chars().allMatch(c -> isDigitOrPeriod(c));
      return isNumber || (word.length() == 1 && Character.isLetter(word.charAt(0)));
    }

    /** Returns whether the period follows a number that is no year, or a Roman number. */
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

    /** Returns whether the period follows the pronoun in "than I.", and no initial. */
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

    private char first() {
      return next < text.length() ? text.charAt(next) : NONE;
    }

    boolean isBeforeNumber() {
      return Character.isDigit(first());
    }

    boolean isBeforeLowerCase() {
      return Character.isLowerCase(first());
    }

    boolean isBeforeUpperCase() {
      return Character.isUpperCase(first());
    }

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
