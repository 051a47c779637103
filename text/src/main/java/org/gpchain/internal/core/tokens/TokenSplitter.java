package org.gpchain.internal.core.tokens;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Splits words into the tokens of corpora that separate clitics ({@code Miller's}), elisions
 * ({@code l'eau}), the parts of hyphenated words ({@code long-term}) or Han characters.
 *
 * <p>Each public method returns the offsets at which the parts of a token end, in UTF-16 units and
 * in ascending order. The last offset is the length of the token. A token that stays whole has one
 * offset, and an empty token has none. All methods take linear time.
 */
public final class TokenSplitter {
  private static final String APOSTROPHES = "'\u2019\u02bc\uff07";

  /** Quotes that are sometimes typed instead of the apostrophe of a clitic. */
  private static final String MISTYPED_APOSTROPHES = "`\u00b4\u2018";

  private static final String HYPHENS = "-\u2010\u2011";

  /** Letters after the apostrophe of English clitics, in lower case. */
  private static final Set<String> CLITICS = Set.of("s", "m", "d", "ll", "re", "ve");

  /** Contractions written as one word, in lower case, with the lengths of their first parts. */
  private static final Map<String, Integer> FUSED =
      Map.of(
          "gonna", 3, "wanna", 3, "gotta", 3, "gimme", 3, "lemme", 3, //
          "'tis", 2, "'twas", 2, "'twere", 2, "'twill", 2, "'twould", 2);

  private static final int LONGEST_FUSED =
      FUSED.keySet().stream().mapToInt(String::length).max().orElseThrow();

  /**
   * Words whose final apostrophe represents omitted letters, in lower case and without the
   * apostrophe.
   */
  private static final Set<String> CLIPPED =
      Set.of(
          "an", "d", "de", "fo", "gi", "ha", "hol", "li'l", "lil", "mo", "'n", "o", "ol", "po", "t",
          "ta", "th", "wi", "y", "yo");

  private static final int LONGEST_CLIPPED =
      CLIPPED.stream().mapToInt(String::length).max().orElseThrow();

  /** Words that end in {@code -in} after a consonant without an omitted {@code g}. */
  private static final Set<String> WHOLE_IN =
      Set.of(
          "basin", "begin", "cabin", "chin", "coffin", "cousin", "fin", "gin", "grin", "kin",
          "margin", "origin", "pin", "robin", "ruin", "satin", "sin", "skin", "spin", "thin", "tin",
          "twin", "violin", "virgin", "win", "within");

  /** Words that end in {@code -in} after a vowel with an omitted {@code g}. */
  private static final Set<String> DROPPED_G_AFTER_VOWEL =
      Set.of("bein", "doin", "goin", "seein", "dyin", "lyin");

  /** Elided words of French, Italian and Catalan, in lower case and without the apostrophe. */
  private static final Set<String> ELIDED =
      Set.of(
          "l", "d", "j", "m", "t", "s", "n", "c", "v", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu",
          "gl", "un", "dell", "all", "nell", "dall", "sull", "coll", "degl", "agl", "negl", "dagl",
          "sugl", "quell", "quest", "com", "cos", "dov", "anch", "tutt", "bell", "sant", "mezz",
          "nessun", "ciascun", "alcun", "senz", "cent", "quant", "ch", "perch");

  private static final int LONGEST_ELIDED =
      ELIDED.stream().mapToInt(String::length).max().orElseThrow();

  /** Prefixes that are not separated when hyphenated words are split, in lower case. */
  private static final Set<String> PREFIXES =
      Set.of(
          "anti", "co", "counter", "cross", "de", "e", "eco", "ex", "extra", "hyper", "inter",
          "intra", "macro", "mega", "meta", "micro", "mid", "mini", "mono", "multi", "neo", "non",
          "over", "pan", "para", "poly", "post", "pre", "pro", "pseudo", "psycho", "quasi", "re",
          "semi", "socio", "sub", "super", "trans", "tri", "ultra", "un", "under", "vice");

  private static final int LONGEST_PREFIX =
      PREFIXES.stream().mapToInt(String::length).max().orElseThrow();

  private TokenSplitter() {}

  /**
   * Separates English clitics as the Penn Treebank does: {@code Peter|'s}, {@code did|n't}, {@code
   * should|n't|'ve}, {@code Jones|'}, {@code gon|na}, {@code 't|is}. Words that only look similar
   * stay whole: {@code o'clock}, {@code O'Brien}, {@code 1990's}, {@code goin'}.
   *
   * @return the offsets at which the parts end
   */
  public static int[] splitClitics(String token) {
    if (token.length() <= LONGEST_FUSED) {
      Integer hostLength = FUSED.get(plainLowerCase(token));
      if (hostLength != null) {
        return new int[] {hostLength, token.length()};
      }
    }

    SortedSet<Integer> ends = new TreeSet<>();
    int end = token.length();
    while (end > 0) {
      ends.add(end);
      end = cliticStart(token, end);
    }
    return toArray(ends);
  }

  /** Returns the offset at which the clitic that ends at {@code end} starts, or 0 if none does. */
  private static int cliticStart(String token, int end) {
    if (end == token.length() && isApostrophe(token, end - 1)) {
      if (isPossessive(token.substring(0, end - 1))) {
        return end - 1;
      }
      return 0;
    }

    for (int length = 1; length <= 2; length++) {
      int start = end - length - 1;
      if (start > 0
          && isCliticApostrophe(token, start)
          && CLITICS.contains(plainLowerCase(token.substring(start + 1, end)))) {
        boolean isClitic = canHost(token, start) && !isDecade(token, start, end);
        if (isClitic) {
          return start;
        }
        return 0;
      }
    }

    int negation = end - 3;
    boolean isNegation =
        negation > 0
            && "nN".indexOf(token.charAt(negation)) >= 0
            && isCliticApostrophe(token, negation + 1)
            && "tT".indexOf(token.charAt(negation + 2)) >= 0
            && Character.isLetter(token.charAt(negation - 1));
    if (isNegation) {
      return negation;
    }
    return 0;
  }

  /** Returns whether an apostrophe after a word is a genitive rather than an omitted letter. */
  private static boolean isPossessive(String word) {
    if (word.isEmpty() || !canHost(word, word.length())) {
      return false;
    }
    boolean isClipped = word.length() <= LONGEST_CLIPPED && CLIPPED.contains(plainLowerCase(word));
    return !isClipped && !hasDroppedG(word);
  }

  /** Returns whether a word lacks a final g, as {@code somethin} but not {@code Martin}. */
  private static boolean hasDroppedG(String word) {
    int stem = word.length() - 2;
    if (stem < 1 || !word.endsWith("in") || !Character.isLowerCase(word.charAt(0))) {
      return false;
    }

    boolean isAfterVowel = "aeiou".indexOf(word.charAt(stem - 1)) >= 0;
    if (isAfterVowel) {
      return DROPPED_G_AFTER_VOWEL.contains(word);
    }
    return !WHOLE_IN.contains(word);
  }

  /** Returns whether a clitic can follow the character that ends at an offset. */
  private static boolean canHost(String token, int end) {
    return Character.isLetterOrDigit(token.codePointBefore(end))
        || ".)]}%\"\u201d!?_".indexOf(token.charAt(end - 1)) >= 0;
  }

  /** Returns whether a token is a decade such as {@code 1990's} or {@code 80's}. */
  private static boolean isDecade(String token, int apostrophe, int end) {
    boolean endsLikeDecade =
        end == token.length()
            && end - apostrophe == 2
            && token.charAt(apostrophe + 1) == 's'
            && token.charAt(apostrophe - 1) == '0';
    boolean hasLength = apostrophe == 2 || apostrophe == 4;
    return endsLikeDecade
        && hasLength
        && token.chars().limit(apostrophe).allMatch(Character::isDigit);
  }

  /**
   * Splits after the apostrophes of French, Italian and Catalan elisions: {@code l'|eau}, {@code
   * qu'|il}, {@code dell'|arte}. Other words stay whole: {@code aujourd'hui}, {@code O'Brien}.
   *
   * @return the offsets at which the parts end
   */
  public static int[] splitElisions(String token) {
    SortedSet<Integer> ends = new TreeSet<>();
    int start = 0;
    int limit = Math.min(token.length() - 1, LONGEST_ELIDED + 1);
    for (int i = 0; i < limit; i++) {
      if (isApostrophe(token, i)) {
        if (!ELIDED.contains(plainLowerCase(token.substring(start, i)))) {
          break;
        }
        start = i + 1;
        limit = Math.min(token.length() - 1, start + LONGEST_ELIDED + 1);
        ends.add(start);
      }
    }
    addLength(token, ends);
    return toArray(ends);
  }

  /**
   * Splits hyphenated words before and after each hyphen: {@code long|-|term}. As in Universal
   * Dependencies, prefixes are not separated ({@code non-avian}). Words do not split at hyphens
   * next to characters other than letters and digits. Telephone numbers, addresses and file names
   * stay whole.
   *
   * @return the offsets at which the parts end
   */
  public static int[] splitHyphens(String token) {
    SortedSet<Integer> ends = new TreeSet<>();
    if (!isAddress(token)) {
      int start = 0;
      for (int i = 1; i < token.length() - 1; i++) {
        if (isDividingHyphen(token, start, i)) {
          ends.add(i);
          ends.add(i + 1);
          start = i + 1;
        }
      }
    }
    addLength(token, ends);
    return toArray(ends);
  }

  /**
   * Returns whether a word splits at a hyphen.
   *
   * @param start offset at which the part before the hyphen starts
   * @param hyphen offset of the character to be tested, neither the first nor the last
   */
  private static boolean isDividingHyphen(String token, int start, int hyphen) {
    return HYPHENS.indexOf(token.charAt(hyphen)) >= 0
        && Character.isLetterOrDigit(token.codePointBefore(hyphen))
        && Character.isLetterOrDigit(token.codePointAt(hyphen + 1))
        && !isPrefix(token, start, hyphen);
  }

  private static boolean isPrefix(String token, int start, int end) {
    return end - start <= LONGEST_PREFIX
        && PREFIXES.contains(plainLowerCase(token.substring(start, end)));
  }

  /**
   * Returns whether a token is a web or e-mail address, a file name, or a number with several
   * hyphens, such as a telephone number.
   */
  private static boolean isAddress(String token) {
    boolean hasLetter = false;
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      boolean isInner = i > 0 && i + 1 < token.length();
      boolean joinsLetters =
          isInner
              && Character.isLetter(token.charAt(i - 1))
              && Character.isLetter(token.charAt(i + 1));
      if (c == '@' || c == '#' || c == '_' || (joinsLetters && (c == '.' || c == '/'))) {
        return true;
      }
      hasLetter |= Character.isLetter(c);
    }
    return !hasLetter && !isRange(token);
  }

  /** Returns whether a token is a range of numbers such as {@code 2013-2017} or {@code 5-10}. */
  private static boolean isRange(String token) {
    int hyphen = token.indexOf('-');
    if (hyphen < 1 || token.indexOf('-', hyphen + 1) >= 0) {
      return false;
    }
    int before = hyphen;
    int after = token.length() - hyphen - 1;
    return before == after || (before <= 2 && after <= 2);
  }

  /**
   * Separates each Han character. Other characters between two Han characters stay together.
   *
   * @return the offsets at which the parts end
   */
  public static int[] splitHan(String token) {
    SortedSet<Integer> ends = new TreeSet<>();
    int i = 0;
    while (i < token.length()) {
      int codePoint = token.codePointAt(i);
      int next = i + Character.charCount(codePoint);
      if (UnicodeScript.of(codePoint) == UnicodeScript.HAN) {
        if (i > 0) {
          ends.add(i);
        }
        ends.add(next);
      }
      i = next;
    }
    addLength(token, ends);
    return toArray(ends);
  }

  /**
   * Splits a token according to a profile: at Han characters, clitics, elisions and hyphens, as far
   * as the corpus of the profile splits them.
   *
   * @return the offsets at which the parts end
   */
  public static int[] split(String token, TokenProfile profile) {
    if (token.isEmpty()) {
      return new int[0];
    }

    int[] ends = {token.length()};
    if (profile.han() == Convention.SPLIT) {
      ends = splitParts(token, ends, TokenSplitter::splitHan);
    }
    if (profile.clitics() == Convention.SPLIT) {
      ends = splitParts(token, ends, TokenSplitter::splitClitics);
    }
    if (profile.elisions() == Convention.SPLIT) {
      ends = splitParts(token, ends, TokenSplitter::splitElisions);
    }
    if (profile.hyphens() == Convention.SPLIT) {
      ends = splitParts(token, ends, TokenSplitter::splitHyphens);
    }
    return ends;
  }

  /** Splits each part of a token further and returns the ends of all parts. */
  private static int[] splitParts(String token, int[] ends, Function<String, int[]> splitter) {
    SortedSet<Integer> refinedEnds = new TreeSet<>();
    int begin = 0;
    for (int end : ends) {
      for (int inner : splitter.apply(token.substring(begin, end))) {
        refinedEnds.add(begin + inner);
      }
      begin = end;
    }
    return toArray(refinedEnds);
  }

  private static void addLength(String token, SortedSet<Integer> ends) {
    if (!token.isEmpty()) {
      ends.add(token.length());
    }
  }

  private static int[] toArray(SortedSet<Integer> ends) {
    return ends.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean isApostrophe(String token, int index) {
    return APOSTROPHES.indexOf(token.charAt(index)) >= 0;
  }

  private static boolean isCliticApostrophe(String token, int index) {
    return isApostrophe(token, index) || MISTYPED_APOSTROPHES.indexOf(token.charAt(index)) >= 0;
  }

  /** Converts a token to lower case and its apostrophes to ASCII. */
  private static String plainLowerCase(String token) {
    return token.toLowerCase(Locale.ROOT).replace('\u2019', '\'').replace('\u02bc', '\'');
  }
}
