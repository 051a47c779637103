package org.gpchain.internal.core.tokens;

import java.util.BitSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Rules that divide a word, which is text without white space, into tokens as the Penn Treebank
 * does: punctuation, numbers, addresses, emoticons, clitics and abbreviations.
 *
 * <p>The tokens of a word do not depend on other words, except that some abbreviations lose their
 * period at the end of a sentence. The time is linear in the number of tokens times the length of
 * the word, so that callers should cut words that are very long.
 */
public final class WordRules {
  private static final String APOSTROPHES = "'\u2019";
  private static final String CLOSERS = ")]}\"'\u201d\u2019\u00bb";

  /** Characters that are a token each. */
  private static final String SINGLE =
      "()[]{}\"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a,;:%\u00a3\u20ac\u00a5\u201a\u2018\u2026";

  /** Characters that join letters and digits to one token if these stand on both sides. */
  private static final String CONNECTORS = "-\u2010\u2011'\u2019\u02bc._&@*";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?i)(?:https?|ftp|mailto|doi):[^\\s<>\"\u201d]+"
              + "|www\\.[^\\s<>\"\u201d]+"
              + "|[\\p{L}\\d][\\p{L}\\d.+_-]*+@[\\p{L}\\d-]+(?:\\.[\\p{L}\\d-]+)+"
              + "|[\\p{L}\\d][\\p{L}\\d_-]*+(?:\\.[\\p{L}\\d_-]++)*?"
              + "\\.(?:com|org|net|edu|gov|mil|info|co\\.uk|ac\\.uk|de|fr|nl|html?|pdf|docx?|xlsx?|txt)"
              + "(?![\\p{L}\\d])(?:/[^\\s<>\"\u201d]*)?");

  private static final String ADDRESS_HINTS = ":.@";

  /** Numbers with separators, dates, times, fractions and telephone numbers. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?\\d++(?:[.,:/]\\d++)*+(?:(?:-\\d++){2,}+)?");

  /** The number of an item of a list or a section, without its last period. */
  private static final Pattern LIST_NUMBER = Pattern.compile("\\d{1,2}(?:\\.\\d{1,2})*");

  private static final Pattern ROMAN_NUMBER = Pattern.compile("[IVX]{2,6}");

  /** What stands before a period that ends a sentence although no space follows. */
  private static final Pattern MISSING_SPACE = Pattern.compile("\\p{Ll}{2}(?=\\.\\p{Lu}\\p{Ll})");

  private static final Pattern TAG =
      Pattern.compile("[@#][\\p{L}_][\\p{L}\\d_]*+|@\\d++[\\p{L}_]\\w*+");

  private static final Pattern EMOTICON =
      Pattern.compile(
          "(?:>?[:;=]['o^-]?[()\\[\\]DPp/\\\\|*3]++|<3++|\\^_*\\^|-_+-|[(][:;])(?=[.,!?]*+$)");

  /** Emoticons that may follow a letter without a space. */
  private static final Pattern SMILE = Pattern.compile("[:;]'?-?[()]++(?=[.,!?]*+$)");

  /** Words that begin with an apostrophe, which stands for omitted letters or digits. */
  private static final Pattern CLIPPED =
      Pattern.compile(
          "(?i)['\u2019\u2018](?:em|til|till|cause|cos|coz|n['\u2019]?|bout|round|nuff|tis|twas|twere|twill|twould"
              + "|cept|fraid|neath|tween|ere|ee|\\d\\ds?|s|m|d|ll|re|ve|t)(?![\\p{L}\\d])");

  private static final char ZERO_WIDTH_JOINER = '\u200d';

  private static final Set<String> SLASHED = Set.of("w/o", "w/out", "c/o", "b/c", "w/");

  private final Orthography orthography;
  private final TokenProfile profile;

  /**
   * Creates rules.
   *
   * @param orthography of the language
   * @param profile the words that are divided further; others stay whole
   */
  public WordRules(Orthography orthography, TokenProfile profile) {
    this.orthography = orthography;
    this.profile = profile;
  }

  /**
   * Divides a word.
   *
   * @param word text without white space
   * @param isLast whether the sentence ends with the word
   * @return the offsets at which tokens end, in ascending order; the last one is the length
   */
  public int[] ends(String word, boolean isLast) {
    return new Scan(word, isLast).ends();
  }

  /** One pass over a word. */
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

    /** Adds the token or tokens that begin at an offset, and returns where they end. */
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

    /**
     * Returns where a word without its first letters ends, or a clitic; its begin if it is none.
     */
    private int clippedEnd(int begin) {
      boolean isApostrophe = isApostrophe(begin) || word.charAt(begin) == '\u2018';
      return isApostrophe ? matchEnd(CLIPPED, begin) : begin;
    }

    /** Returns where an address, number, emoticon or the like ends, or its begin if it is none. */
    private int fixedEnd(int begin) {
      if (begin == 0 && SLASHED.contains(word)) {
        return word.length();
      }
      char first = word.charAt(begin);
      if (begin > 0 && isWordPart(begin - 1)) {
        boolean maySmile = ":;".indexOf(first) >= 0 && word.lastIndexOf('(', begin) < 0;
        return maySmile ? matchEnd(SMILE, begin) : begin;
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

    private int matchEnd(Pattern pattern, int begin) {
      Matcher matcher = pattern.matcher(word).region(begin, word.length());
      return matcher.lookingAt() ? matcher.end() : begin;
    }

    /** Returns where an address ends; punctuation after it is no part of it. */
    private int addressEnd(int begin) {
      int end = matchEnd(ADDRESS, begin);
      while (end > begin && (isCloser(end - 1) || ".,;:!?>".indexOf(word.charAt(end - 1)) >= 0)) {
        end--;
      }
      return end;
    }

    /** Returns where a number ends that no letter follows, or its begin. */
    private int numberEnd(int begin) {
      int end = matchEnd(NUMBER, begin);
      boolean isOpen = end < word.length() && (isWordPart(end) || isConnected(end));
      return isOpen ? begin : periodEnd(begin, end);
    }

    /** Returns where the word that begins at an offset ends, and divides it. */
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

    /** Returns whether a word begins at an offset. Underscores around it are emphasis. */
    private boolean beginsWord(int begin) {
      boolean isUnderscore = word.charAt(begin) == '_';
      return (isWordPart(begin) && !isUnderscore) || beginsTruncated(begin);
    }

    /**
     * Returns whether a word lacks its first part in a language that writes this: {@code -spiel}.
     */
    private boolean beginsTruncated(int begin) {
      return word.charAt(begin) == '-'
          && orthography.isJoining('-')
          && begin + 1 < word.length()
          && isWordPart(begin + 1);
    }

    /** Returns whether the dollar sign belongs to letters before it: {@code US$}. */
    private boolean isPrefixOfDollar(int begin, int end) {
      return end - begin <= 3
          && word.chars().skip(begin).limit(end - begin).allMatch(Character::isUpperCase);
    }

    /** Returns where a word ends that an apostrophe follows: after it in {@code goin'}. */
    private int apostropheEnd(int begin, int end) {
      String withApostrophe = word.substring(begin, end + 1);
      boolean isOmission = TokenSplitter.splitClitics(withApostrophe).length == 1;
      boolean isGenitive =
          profile.clitics() != Convention.SPLIT && "sxz".indexOf(word.charAt(end - 1)) >= 0;
      return isOmission || (isGenitive && begin == 0) ? end + 1 : end;
    }

    /** Returns where a word ends whose letters or digits end at an offset: after its period? */
    private int periodEnd(int begin, int end) {
      if (end == word.length() || word.charAt(end) != '.') {
        return end;
      }
      int next = end + 1;
      boolean isEllipsis = word.startsWith("...", end);
      if (isEllipsis) {
        return end;
      }
      boolean isAtEnd = next == word.length() || isOnlyClosers(next);
      String stem = word.substring(begin, end);
      boolean isWholeWord = begin == 0 && next == word.length();
      return keepsPeriod(stem, isAtEnd && isLast, isWholeWord) ? next : end;
    }

    private boolean isOnlyClosers(int begin) {
      for (int i = begin; i < word.length(); i++) {
        if (!isCloser(i) && "!?".indexOf(word.charAt(i)) < 0) {
          return false;
        }
      }
      return true;
    }

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

    /** Divides what looks like one word, also if a space is missing between two sentences. */
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

    private void addParts(int begin, int end) {
      for (int part : TokenSplitter.split(word.substring(begin, end), profile)) {
        ends.set(begin + part);
      }
    }

    /** Returns where a sign or a run of signs ends, which is one token. */
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
        return isDoubled ? end + 1 : end;
      }
      String run = "!?".indexOf(first) >= 0 ? "!?" : String.valueOf(first);
      while (end < word.length() && run.indexOf(word.charAt(end)) >= 0) {
        end++;
      }
      return pictureEnd(end);
    }

    /** Returns where a picture ends whose first code point ends at an offset. */
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

    /** Returns whether a character joins what stands before and after it. */
    private boolean isConnected(int index) {
      char c = word.charAt(index);
      if (index == 0 || index + 1 >= word.length() || !isWordPart(index + 1)) {
        return false;
      }
      if (!isWordPart(index - 1)) {
        return false;
      }
      boolean isBetweenDigits =
          Character.isDigit(word.charAt(index - 1)) && Character.isDigit(word.charAt(index + 1));
      return CONNECTORS.indexOf(c) >= 0
          || orthography.isJoining(c)
          || (isBetweenDigits && ",:/".indexOf(c) >= 0);
    }

    private boolean isWordPart(int index) {
      char c = word.charAt(index);
      boolean isLowHalf = index > 0 && Character.isSurrogatePair(word.charAt(index - 1), c);
      int codePoint = isLowHalf ? word.codePointAt(index - 1) : word.codePointAt(index);
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
