package org.gpchain.internal.corpora.plaintext;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The conventions of a corpus that determine how its tokens are joined.
 *
 * @param splitsHyphens whether hyphens inside words are tokens ({@code well - known})
 * @param splitsCannot whether {@code cannot} is always two tokens
 * @param hasPennQuotes whether quotation marks are written as in the Penn Treebank: two backticks
 *     open and two apostrophes close
 * @param isCharacters whether each token is a single character, as in corpora for word segmentation
 */
record CorpusStyle(
    boolean splitsHyphens, boolean splitsCannot, boolean hasPennQuotes, boolean isCharacters) {
  private static final Pattern HYPHENATED = Pattern.compile("\\p{L}+(-\\p{L}+)+");
  private static final Pattern LOWER_CASE = Pattern.compile("\\p{Ll}+");

  /** Minimum number of tokens in a corpus to conclude that each token is a character. */
  private static final int FEWEST_CHARACTERS = 20;

  /** Returns the conventions that the sentences of a corpus show. */
  static CorpusStyle of(List<List<String>> sentences) {
    long hyphenatedWords = 0;
    long splitWords = 0;
    long tokenCount = 0;
    boolean hasCannot = false;
    boolean hasBackticks = false;
    boolean isCharacters = true;

    for (List<String> words : sentences) {
      tokenCount += words.size();
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i);
        if (HYPHENATED.matcher(word).matches()) {
          hyphenatedWords++;
        }
        if (word.equals("-") && isBetweenLowerCase(words, i)) {
          splitWords++;
        }
        hasCannot |= word.equalsIgnoreCase("cannot");
        hasBackticks |= word.equals("``");
        isCharacters &= word.codePointCount(0, word.length()) == 1;
      }
    }

    return new CorpusStyle(
        splitWords > hyphenatedWords,
        !hasCannot,
        hasBackticks,
        isCharacters && tokenCount >= FEWEST_CHARACTERS);
  }

  /**
   * Returns whether a token stands between words in lower case, as most hyphens do. Most dashes
   * stand next to a capital or a number.
   */
  private static boolean isBetweenLowerCase(List<String> words, int i) {
    return i > 0
        && i + 1 < words.size()
        && LOWER_CASE.matcher(words.get(i - 1)).matches()
        && LOWER_CASE.matcher(words.get(i + 1)).matches();
  }
}
