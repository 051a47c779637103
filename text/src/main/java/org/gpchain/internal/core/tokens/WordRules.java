package org.gpchain.internal.core.tokens;

import java.util.BitSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Rules that split a word (text without white space) into tokens as the Penn Treebank does:
 * punctuation, numbers, addresses, emoticons, clitics and abbreviations.
 *
 * <p>The tokens of a word do not depend on other words, except that the period after some
 * abbreviations becomes a separate token at the end of a sentence. Splitting takes time
 * proportional to the number of tokens times the length of the word. Callers should therefore cut
 * very long words.
 */
public final class WordRules {
  private static final String APOSTROPHES = "'\u2019";
  private static final String CLOSERS = ")]}\"'\u201d\u2019\u00bb";

  /** Characters that are always tokens of their own. */
  private static final String SINGLE =
      "()[]{}\"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a,;:%\u00a3\u20ac\u00a5\u201a\u2018\u2026";

  /** Characters that join the letters or digits on both sides into one token. */
  private static final String CONNECTORS = "-\u2010\u2011'\u2019\u02bc._&@*";

  /** Web and e-mail addresses, host names and file names. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?i)(?:https?|ftp|mailto|doi):[^\\s<>\"\u201d]+|www\\.[^\\s<>\"\u201d]+"
              + "|[\\p{L}\\d][\\p{L}\\d.+_-]*+@[\\p{L}\\d-]+(?:\\.[\\p{L}\\d-]+)+"
              + "|[\\p{L}\\d][\\p{L}\\d_-]*+(?:\\.[\\p{L}\\d_-]++)*?"
              + "\\.(?:com|org|net|edu|gov|mil|info|co\\.uk|ac\\.uk|de|fr|nl|html?|pdf|docx?|xlsx?|txt)"
              + "(?![\\p{L}\\d])(?:/[^\\s<>\"\u201d]*)?");

  /** Characters that occur in addresses. Every address has at least one of them. */
  private static final String ADDRESS_HINTS = ":.@";

  /** Numbers with separators, dates, times, fractions and telephone numbers. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d++(?:[.,:/]\\d++)*+(?:(?:-\\d++){2,}+)?");

  /** List or section number, without its last period. */
  private static final Pattern LIST_NUMBER = Pattern.compile("\\d{1,2}(?:\\.\\d{1,2})*");

  private static final Pattern ROMAN_NUMBER = Pattern.compile("[IVX]{2,6}");

  /** Last two letters of a word before a period that ends a sentence although no space follows. */
  private static final Pattern MISSING_SPACE = Pattern.compile("\\p{Ll}{2}(?=\\.\\p{Lu}\\p{Ll})");

  /** User names and hashtags. */
  private static final Pattern TAG =
      Pattern.compile("[@#][\\p{L}_][\\p{L}\\d_]*+|@\\d++[\\p{L}_]\\w*+");

  private static final Pattern EMOTICON =
      Pattern.compile(
          "(?:>?[:;=]['o^-]?[()\\[\\]DPp/\\\\|*3]++|<3++|\\^_*\\^|-_+-|[(][:;])(?=[.,!?]*+$)");

  /** Emoticons that may directly follow a letter. */
  private static final Pattern SMILE = Pattern.compile("[:;]'?-?[()]++(?=[.,!?]*+$)");

  /** Words and clitics whose initial apostrophe represents omitted letters or digits. */
  private static final Pattern CLIPPED =
      Pattern.compile(
          "(?i)['\u2019\u2018](?:em|til|till|cause|cos|coz|n['\u2019]?|bout|round|nuff|tis|twas|twere|twill|twould"
              + "|cept|fraid|neath|tween|ere|ee|\\d\\ds?|s|m|d|ll|re|ve|t)(?![\\p{L}\\d])");

  private static final char ZERO_WIDTH_JOINER = '\u200d';

  /** Abbreviations with a slash. */
  private static final Set<String> SLASHED = Set.of("w/o", "w/out", "c/o", "b/c", "w/");

  private final Orthography orthography;
  private final TokenProfile profile;

  /**
   * Creates the rules of a language and a corpus.
   *
   * @param orthography conventions of the language
   * @param profile conventions of the corpus; kinds of words that are not split in it stay whole
   */
  public WordRules(Orthography orthography, TokenProfile profile) {
    this.orthography = orthography;
    this.profile = profile;
  }

  /**
   * Splits a word into tokens.
   *
   * @param word text without white space
   * @param isLast whether the sentence ends with the word
   * @return the offsets at which tokens end, in ascending order; the last offset is the length of
   *     the word
   */
  public int[] ends(String word, boolean isLast) {
    return new Scan(word, isLast).ends();
  }

  /** A pass over a word that collects the ends of its tokens. */
  private final class Scan {
    private final String word;
    private final boolean isLast;
    private final BitSet ends = new BitSet();

    Scan(String word, boolean isLast) {
      this.word = word;
      this.isLast = isLast;
    }

    int[] ends() {
      int begin = 0;
      while (begin < word.length()) {
        begin = addToken(begin);
      }
      return ends.stream().toArray();
    }

    /** Adds the token or tokens that begin at an offset, and returns the end of the last one. */
    private int addToken(int begin) {
      int end = clippedEnd(begin);
      if (end > begin) {
        addParts(begin, end);
        return end;
      }

      end = fixedEnd(begin);
      if (end == begin) {
        end = beginsWord(begin) ? wordEnd(begin) : signEnd(begin);
      }
      ends.set(end);
      return end;
    }

    /** Returns the end of a word with an initial apostrophe, or {@code begin} if there is none. */
    private int clippedEnd(int begin) {
      boolean isApostrophe = isApostrophe(begin) || word.charAt(begin) == '\u2018';
      if (isApostrophe) {
        return matchEnd(CLIPPED, begin);
      }
      return begin;
    }

    /**
     * Returns the end of an address, number, tag, emoticon or abbreviation with a slash, or {@code
     * begin} if there is none.
     */
    private int fixedEnd(int begin) {
      if (begin == 0 && SLASHED.contains(word)) {
        return word.length();
      }

      char first = word.charAt(begin);
      if (begin > 0 && isWordPart(begin - 1)) {
        boolean maySmile = ":;".indexOf(first) >= 0 && word.lastIndexOf('(', begin) < 0;
        if (maySmile) {
          return matchEnd(SMILE, begin);
        }
        return begin;
      }

      int end = begin;
      if (isWordPart(begin) && hasAddress(begin)) {
        end = addressEnd(begin);
      }
      boolean isSigned = begin == 0 && "+-".indexOf(first) >= 0;
      if (end == begin && (Character.isDigit(first) || isSigned)) {
        end = numberEnd(begin);
      }
      if (end == begin && "@#".indexOf(first) >= 0) {
        end = matchEnd(TAG, begin);
      }
      if (end == begin && ">:;=<^-(".indexOf(first) >= 0) {
        end = matchEnd(EMOTICON, begin);
      }
      return end;
    }

    private boolean hasAddress(int begin) {
      for (int i = begin; i < word.length(); i++) {
        if (ADDRESS_HINTS.indexOf(word.charAt(i)) >= 0) {
          return true;
        }
      }
      return false;
    }

    /** Returns the end of a match that begins at an offset, or {@code begin} if there is none. */
    private int matchEnd(Pattern pattern, int begin) {
      Matcher matcher = pattern.matcher(word).region(begin, word.length());
      if (matcher.lookingAt()) {
        return matcher.end();
      }
      return begin;
    }

    /**
     * Returns the end of an address without the punctuation after it, or {@code begin} if there is
     * no address.
     */
    private int addressEnd(int begin) {
      int end = matchEnd(ADDRESS, begin);
      while (end > begin && (isCloser(end - 1) || ".,;:!?>".indexOf(word.charAt(end - 1)) >= 0)) {
        end--;
      }
      return end;
    }

    /** Returns the end of a number, or {@code begin} if there is none or a letter follows it. */
    private int numberEnd(int begin) {
      int end = matchEnd(NUMBER, begin);
      boolean continues = end < word.length() && (isWordPart(end) || isConnected(end));
      if (continues) {
        return begin;
      }
      return periodEnd(begin, end);
    }

    /** Adds the parts of the word that begins at an offset, and returns its end. */
    private int wordEnd(int begin) {
      int end = begin + 1;
      while (end < word.length() && (isWordPart(end) || isConnected(end))) {
        end++;
      }
      while (word.charAt(end - 1) == '_') {
        end--;
      }

      if (end < word.length() && word.charAt(end) == '$' && isPrefixOfDollar(begin, end)) {
        return end + 1;
      }

      boolean endsInHyphen = end + 1 == word.length() && word.charAt(end) == '-';
      if (endsInHyphen) {
        end++;
      } else if (end < word.length() && isApostrophe(end)) {
        end = apostropheEnd(begin, end);
      } else {
        end = periodEnd(begin, end);
      }

      divide(begin, end);
      return end;
    }

    /** Returns whether a word begins at an offset. An underscore before a word is emphasis. */
    private boolean beginsWord(int begin) {
      boolean isUnderscore = word.charAt(begin) == '_';
      return (isWordPart(begin) && !isUnderscore) || beginsTruncated(begin);
    }

    /**
     * Returns whether a word with an omitted first part, such as {@code -spiel}, begins at an
     * offset. Only languages whose hyphens join words have such words.
     */
    private boolean beginsTruncated(int begin) {
      return word.charAt(begin) == '-'
          && orthography.isJoining('-')
          && begin + 1 < word.length()
          && isWordPart(begin + 1);
    }

    /** Returns whether letters form a token with the dollar sign after them: {@code US$}. */
    private boolean isPrefixOfDollar(int begin, int end) {
      return end - begin <= 3
          && word.chars().skip(begin).limit(end - begin).allMatch(Character::isUpperCase);
    }

    /**
     * Returns the end of a word before an apostrophe. The apostrophe is a part of words with
     * omitted letters, such as {@code goin'}.
     */
    private int apostropheEnd(int begin, int end) {
      String withApostrophe = word.substring(begin, end + 1);
      boolean isOmission = TokenSplitter.splitClitics(withApostrophe).length == 1;
      boolean isGenitive =
          profile.clitics() != Convention.SPLIT && "sxz".indexOf(word.charAt(end - 1)) >= 0;
      boolean isPartOfWord = isOmission || (isGenitive && begin == 0);
      if (isPartOfWord) {
        return end + 1;
      }
      return end;
    }

    /**
     * Returns the end of a word or number that may be followed by a period. The period is a part of
     * abbreviations and of some numbers.
     *
     * @param end offset at which the letters or digits end
     */
    private int periodEnd(int begin, int end) {
      if (end == word.length() || word.charAt(end) != '.') {
        return end;
      }
      boolean isEllipsis = word.startsWith("...", end);
      if (isEllipsis) {
        return end;
      }

      int next = end + 1;
      boolean isAtEnd = next == word.length() || isOnlyClosers(next);
      String stem = word.substring(begin, end);
      boolean isWholeWord = begin == 0 && next == word.length();
      if (keepsPeriod(stem, isAtEnd && isLast, isWholeWord)) {
        return next;
      }
      return end;
    }

    private boolean isOnlyClosers(int begin) {
      for (int i = begin; i < word.length(); i++) {
        if (!isCloser(i) && "!?".indexOf(word.charAt(i)) < 0) {
          return false;
        }
      }
      return true;
    }

    /**
     * Returns whether the period after a word or number is a part of it.
     *
     * @param stem the word or number without the period
     * @param endsSentence whether the sentence ends with the period
     * @param isWholeWord whether there are no other characters than the stem and the period
     */
    private boolean keepsPeriod(String stem, boolean endsSentence, boolean isWholeWord) {
      if (Character.isDigit(stem.charAt(0))) {
        return isWholeWord && !endsSentence && LIST_NUMBER.matcher(stem).matches();
      }
      if (ROMAN_NUMBER.matcher(stem).matches()) {
        return isWholeWord && !endsSentence;
      }
      return switch (orthography.kindOf(stem.substring(stem.lastIndexOf('-') + 1))) {
        case TITLE, INNER, FINAL, ACRONYM -> true;
        case NUMBER -> isWholeWord && !endsSentence;
        case INITIAL -> !endsSentence;
        case NONE -> false;
      };
    }

    /** Adds the parts of a word, which is split where a space is missing between sentences. */
    private void divide(int begin, int end) {
      Matcher matcher = MISSING_SPACE.matcher(word).region(begin, end);
      int start = begin;
      while (matcher.find()) {
        int period = matcher.end();
        addParts(start, period);
        ends.set(period + 1);
        start = period + 1;
      }
      addParts(start, end);
    }

    /** Adds the parts into which the profile splits a word. */
    private void addParts(int begin, int end) {
      for (int part : TokenSplitter.split(word.substring(begin, end), profile)) {
        ends.set(begin + part);
      }
    }

    /** Returns the end of a token that consists of one sign or a run of equal signs. */
    private int signEnd(int begin) {
      char first = word.charAt(begin);
      int end = begin + Character.charCount(word.codePointAt(begin));
      if (SINGLE.indexOf(first) >= 0) {
        return end;
      }
      if (Character.isSurrogate(first)) {
        return pictureEnd(end);
      }

      if (isApostrophe(begin) || first == '`') {
        boolean isDoubled = end < word.length() && word.charAt(end) == first;
        if (isDoubled) {
          return end + 1;
        }
        return end;
      }

      String run = "!?".indexOf(first) >= 0 ? "!?" : String.valueOf(first);
      while (end < word.length() && run.indexOf(word.charAt(end)) >= 0) {
        end++;
      }
      return pictureEnd(end);
    }

    /**
     * Returns the end of an emoji or other sign with its modifiers.
     *
     * @param offset offset at which the first code point ends
     */
    private int pictureEnd(int offset) {
      int end = offset;
      while (end < word.length()) {
        int codePoint = word.codePointAt(end);
        boolean isJoined = word.charAt(end - 1) == ZERO_WIDTH_JOINER;
        boolean isSkinTone =
            Character.getType(codePoint) == Character.MODIFIER_SYMBOL && codePoint > 0xffff;
        if (!isJoined && !isSkinTone && !isMark(codePoint)) {
          return end;
        }
        end += Character.charCount(codePoint);
      }
      return end;
    }

    /** Returns whether a character joins the letters or digits on both sides. */
    private boolean isConnected(int index) {
      boolean isInner = index > 0 && index + 1 < word.length();
      if (!isInner || !isWordPart(index + 1) || !isWordPart(index - 1)) {
        return false;
      }

      char c = word.charAt(index);
      boolean isBetweenDigits =
          Character.isDigit(word.charAt(index - 1)) && Character.isDigit(word.charAt(index + 1));
      return CONNECTORS.indexOf(c) >= 0
          || orthography.isJoining(c)
          || (isBetweenDigits && ",:/".indexOf(c) >= 0);
    }

    /** Returns whether a character is a letter, digit, fraction, underscore or mark. */
    private boolean isWordPart(int index) {
      char c = word.charAt(index);
      boolean isLowHalf = index > 0 && Character.isSurrogatePair(word.charAt(index - 1), c);
      int codePoint = word.codePointAt(isLowHalf ? index - 1 : index);
      boolean isFraction = Character.getType(codePoint) == Character.OTHER_NUMBER;
      return Character.isLetterOrDigit(codePoint) || isFraction || c == '_' || isMark(codePoint);
    }

    private boolean isMark(int codePoint) {
      int type = Character.getType(codePoint);
      return type == Character.NON_SPACING_MARK
          || type == Character.COMBINING_SPACING_MARK
          || type == Character.ENCLOSING_MARK
          || type == Character.FORMAT;
    }

    private boolean isApostrophe(int index) {
      return APOSTROPHES.indexOf(word.charAt(index)) >= 0;
    }

    private boolean isCloser(int index) {
      return CLOSERS.indexOf(word.charAt(index)) >= 0;
    }
  }
}
