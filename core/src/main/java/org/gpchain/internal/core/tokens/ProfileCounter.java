package org.gpchain.internal.core.tokens;

import java.util.List;
import java.util.regex.Pattern;
import org.gpchain.internal.core.tokens.TokenProfile.Convention;

/**
 * Finds the token profile of a corpus by majority: counts the words that the corpus splits and the
 * words that it keeps whole. Not thread-safe.
 */
public final class ProfileCounter {
  private static final String APOSTROPHE = "['\u2019]";
  private static final String CLITIC = "(?:%1$s(?:s|re|ve|ll|d|m)|n%1$st)".formatted(APOSTROPHE);

  private static final Pattern CLITIC_TOKEN = Pattern.compile("(?iu)" + CLITIC);
  private static final Pattern WORD_WITH_CLITIC = Pattern.compile("(?iu).*\\p{L}" + CLITIC);

  private static final String HYPHEN = "-";
  private static final Pattern HYPHENATED_WORD = Pattern.compile("(?U)\\p{L}\\w*(?:-\\w+)+");

  /**
   * Number of hyphens as tokens, for each hyphenated word, above which a corpus splits hyphenated
   * words.
   */
  private static final int HYPHENS_PER_WHOLE_WORD = 2;

  /**
   * Number of Chinese tokens of one character, for each longer one, above which a corpus counts as
   * one of characters.
   */
  private static final int CHARACTERS_PER_LONGER_TOKEN = 20;

  private static final Pattern HAN = Pattern.compile("\\p{IsHan}+");

  /**
   * Number of tokens, for each word of a kind, above which such words are too rare to show a
   * convention: a few French names are no evidence of how an English corpus treats elisions.
   */
  private static final int TOKENS_PER_WORD = 1000;

  private final Count clitics = new Count();
  private final Count hyphens = new Count();
  private final Count elisions = new Count();
  private final Count han = new Count();
  private long tokenCount;

  /** Number of words of one kind that are several tokens, and that are one token. */
  private static final class Count {
    private int split;
    private int whole;

    Convention convention(long leastCount) {
      if (split + whole < leastCount) {
        return Convention.UNKNOWN;
      }
      return split >= whole ? Convention.SPLIT : Convention.WHOLE;
    }
  }

  /** Adds the words of a sentence, in their order. */
  public void add(List<String> words) {
    tokenCount += words.size();
    for (int t = 0; t < words.size(); t++) {
      String before = t == 0 ? "" : words.get(t - 1);
      String after = t + 1 == words.size() ? "" : words.get(t + 1);
      add(before, words.get(t), after);
    }
  }

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

  /** Returns whether a token is a word without its last vowel, such as {@code qu'}. */
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
   * Returns the profile of the sentences added so far. Conventions about words that make up less
   * than a thousandth of the tokens are unknown.
   */
  public TokenProfile profile() {
    return profile(1);
  }

  /**
   * Returns the profile as {@link #profile()} does, for which more evidence is needed.
   *
   * @param leastCount number of words of a kind, at least 1, below which its convention is unknown
   */
  public TokenProfile profile(int leastCount) {
    long least = Math.max(leastCount, (tokenCount + TOKENS_PER_WORD - 1) / TOKENS_PER_WORD);
    return new TokenProfile(
        clitics.convention(least),
        hyphenConvention(least),
        elisions.convention(least),
        hanConvention(least));
  }

  /**
   * A hyphen between two words may also be a dash, so hyphens as tokens are evidence of split words
   * only if they are much more frequent than hyphenated words.
   */
  private Convention hyphenConvention(long leastCount) {
    boolean mayBeDashes =
        hyphens.split > hyphens.whole && hyphens.split < HYPHENS_PER_WHOLE_WORD * hyphens.whole;
    return mayBeDashes ? Convention.UNKNOWN : hyphens.convention(leastCount);
  }

  /**
   * Many Chinese words have one character, so a corpus of words has such tokens, too. In a corpus
   * of characters, longer tokens are mistakes.
   */
  private Convention hanConvention(long leastCount) {
    boolean isMixed = han.whole * CHARACTERS_PER_LONGER_TOKEN > han.split;
    Convention ofMajority = han.convention(leastCount);
    return isMixed && ofMajority == Convention.SPLIT ? Convention.WHOLE : ofMajority;
  }
}
