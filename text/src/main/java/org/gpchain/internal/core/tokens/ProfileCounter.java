package org.gpchain.internal.core.tokens;

import java.util.List;
import java.util.regex.Pattern;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Determines the token profile of a corpus. For each kind of word, it counts the words that the
 * corpus splits into several tokens and those that it keeps whole; the majority decides. Not
 * thread-safe.
 */
public final class ProfileCounter {
  private static final String APOSTROPHE = "['\u2019]";
  private static final String CLITIC = "(?:%1$s(?:s|re|ve|ll|d|m)|n%1$st)".formatted(APOSTROPHE);

  private static final Pattern CLITIC_TOKEN = Pattern.compile("(?iu)" + CLITIC);
  private static final Pattern WORD_WITH_CLITIC = Pattern.compile("(?iu).*\\p{L}" + CLITIC);

  private static final String HYPHEN = "-";
  private static final Pattern HYPHENATED_WORD = Pattern.compile("(?U)\\p{L}\\w*(?:-\\w+)+");

  /**
   * Minimum ratio of hyphens that are tokens to words with hyphens in a corpus that splits
   * hyphenated words.
   */
  private static final int HYPHENS_PER_WHOLE_WORD = 2;

  /**
   * Minimum ratio of one-character tokens to longer tokens in a corpus whose Chinese tokens are
   * characters.
   */
  private static final int CHARACTERS_PER_LONGER_TOKEN = 20;

  private static final Pattern HAN = Pattern.compile("\\p{IsHan}+");

  /**
   * Maximum number of tokens per word of a kind. If words of the kind are rarer, they show no
   * convention. For example, a few French names do not show how an English corpus treats elisions.
   */
  private static final int TOKENS_PER_WORD = 1000;

  private final Count clitics = new Count();
  private final Count hyphens = new Count();
  private final Count elisions = new Count();
  private final Count han = new Count();
  private long tokenCount;

  /** Numbers of words of one kind that are split and that are whole. */
  private static final class Count {
    private int split;
    private int whole;

    Convention convention(long leastCount) {
      if (split + whole < leastCount) {
        return Convention.UNKNOWN;
      }
      if (split >= whole) {
        return Convention.SPLIT;
      }
      return Convention.WHOLE;
    }
  }

  /** Adds the tokens of a sentence, in order. */
  public void add(List<String> words) {
    tokenCount += words.size();
    String before = "";
    for (int t = 0; t < words.size(); t++) {
      String word = words.get(t);
      String after = t + 1 == words.size() ? "" : words.get(t + 1);
      add(before, word, after);
      before = word;
    }
  }

  /**
   * Adds a token.
   *
   * @param before the token before, or an empty string at the beginning of a sentence
   * @param after the token after, or an empty string at the end of a sentence
   */
  private void add(String before, String word, String after) {
    boolean isClitic = CLITIC_TOKEN.matcher(word).matches();
    if (isClitic && endsWithLetter(before)) {
      clitics.split++;
    } else if (WORD_WITH_CLITIC.matcher(word).matches()) {
      clitics.whole++;
    }

    if (word.equals(HYPHEN) && endsWithLetter(before) && startsWithLetter(after)) {
      hyphens.split++;
    } else if (HYPHENATED_WORD.matcher(word).matches()) {
      hyphens.whole++;
    }

    if (isElided(word) && startsWithLetter(after)) {
      elisions.split++;
    } else if (!isClitic && TokenSplitter.splitElisions(word).length > 1) {
      elisions.whole++;
    }

    if (HAN.matcher(word).matches()) {
      boolean isOneCharacter = word.codePointCount(0, word.length()) == 1;
      if (isOneCharacter) {
        han.split++;
      } else {
        han.whole++;
      }
    }
  }

  /** Returns whether a token is a word with an omitted final vowel, such as {@code qu'}. */
  private static boolean isElided(String token) {
    int[] ends = TokenSplitter.splitElisions(token + "a");
    return ends.length == 2 && ends[0] == token.length();
  }

  private static boolean endsWithLetter(String word) {
    return !word.isEmpty() && Character.isLetter(word.codePointBefore(word.length()));
  }

  private static boolean startsWithLetter(String word) {
    return !word.isEmpty() && Character.isLetter(word.codePointAt(0));
  }

  /**
   * Returns the profile of the sentences added so far. The convention for a kind of word is unknown
   * if such words make up less than a thousandth of the tokens.
   */
  public TokenProfile profile() {
    return profile(1);
  }

  /**
   * Returns the profile as {@link #profile()} does, but requires a minimum number of words.
   *
   * @param leastCount minimum number of words of a kind, at least 1; with fewer, the convention for
   *     the kind is unknown
   */
  public TokenProfile profile(int leastCount) {
    long thousandth = (tokenCount + TOKENS_PER_WORD - 1) / TOKENS_PER_WORD;
    long least = Math.max(leastCount, thousandth);
    return new TokenProfile(
        clitics.convention(least),
        hyphenConvention(least),
        elisions.convention(least),
        hanConvention(least));
  }

  /**
   * Returns the convention for hyphenated words. Since a hyphen between two words may also be a
   * dash, hyphens that are tokens are evidence of split words only if they are much more frequent
   * than hyphenated words.
   */
  private Convention hyphenConvention(long leastCount) {
    boolean mayBeDashes =
        hyphens.split > hyphens.whole && hyphens.split < HYPHENS_PER_WHOLE_WORD * hyphens.whole;
    if (mayBeDashes) {
      return Convention.UNKNOWN;
    }
    return hyphens.convention(leastCount);
  }

  /**
   * Returns the convention for Chinese. Many Chinese words have a single character. Therefore,
   * one-character tokens are evidence of split words only if longer tokens are rare exceptions.
   */
  private Convention hanConvention(long leastCount) {
    boolean isMixed = han.whole * CHARACTERS_PER_LONGER_TOKEN > han.split;
    Convention ofMajority = han.convention(leastCount);
    if (isMixed && ofMajority == Convention.SPLIT) {
      return Convention.WHOLE;
    }
    return ofMajority;
  }
}
