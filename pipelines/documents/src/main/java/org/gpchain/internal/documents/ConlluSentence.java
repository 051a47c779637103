package org.gpchain.internal.documents;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenLine;

/**
 * Properties of a sentence in CoNLL-U that its tokens do not have.
 *
 * @param id id of the sentence; null if it has none
 * @param part id of the document that begins with the sentence: null if none begins, and empty if
 *     the document has no id
 * @param withoutSpace indices of the tokens that are followed by the next token without a space;
 *     not copied
 */
record ConlluSentence(String id, String part, BitSet withoutSpace) {
  private static final int WORD = 1;
  private static final int MISC = 9;

  /** Numbers of the first and last word of a multiword token. */
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  /** A multiword token, such as "im" for "in dem". */
  private record Multiword(int length, String text, boolean isSpaceAfter) {}

  /** Returns whether there is a space after a token. */
  boolean hasSpaceAfter(int token) {
    return !withoutSpace.get(token);
  }

  /**
   * Reads the lines of a sentence.
   *
   * @param lines lines of the sentence with its comments
   */
  static ConlluSentence of(List<TokenLine> lines) {
    String id = null;
    String part = null;
    BitSet withoutSpace = new BitSet();
    List<String> words = new ArrayList<>();
    Multiword open = null;
    int firstWord = 0;

    for (TokenLine line : lines) {
      String[] cells = StringUtils.splitPreserveAllTokens(line.text(), '\t');

      if (line.kind() == LineKind.COMMENT) {
        id = ConlluLines.value(line.text(), "sent_id").orElse(id);
        part = partOf(line.text()).orElse(part);
      } else if (line.kind() == LineKind.SKIPPED && cells[0].indexOf('-') > 0) {
        open = multiword(cells).orElse(null);
        firstWord = words.size();
      } else if (line.kind() == LineKind.TOKEN) {
        words.add(cells[WORD].strip());
        if (!isSpaceAfter(cells)) {
          withoutSpace.set(words.size() - 1);
        }
      }

      if (open != null && words.size() == firstWord + open.length()) {
        join(open, words.subList(firstWord, words.size()), firstWord, withoutSpace);
        open = null;
      }
    }
    return new ConlluSentence(id, part, withoutSpace);
  }

  /** Returns the id of the document that a comment begins, or an empty string if it has no id. */
  private static Optional<String> partOf(String comment) {
    Optional<String> withId = ConlluLines.value(comment, "newdoc id");
    if (withId.isPresent()) {
      return withId;
    }
    return ConlluLines.value(comment, "newdoc");
  }

  /** Returns a multiword token, or empty if its words or its form are unknown. */
  private static Optional<Multiword> multiword(String[] cells) {
    Matcher range = RANGE.matcher(cells[0].strip());
    if (!range.matches() || cells.length <= WORD) {
      return Optional.empty();
    }
    int first = Integer.parseInt(range.group(1));
    int last = Integer.parseInt(range.group(2));
    if (first > last) {
      return Optional.empty();
    }
    return Optional.of(new Multiword(last - first + 1, cells[WORD].strip(), isSpaceAfter(cells)));
  }

  /**
   * Determines the spaces between and after the words of a multiword token. If the words spell the
   * multiword token, there are no spaces between them.
   */
  private static void join(Multiword token, List<String> words, int first, BitSet withoutSpace) {
    int last = first + words.size() - 1;
    if (String.join("", words).equals(token.text())) {
      withoutSpace.set(first, last);
    }
    withoutSpace.set(last, !token.isSpaceAfter());
  }

  private static boolean isSpaceAfter(String[] cells) {
    return cells.length <= MISC
        || !"No".equals(ConlluLines.pairs(cells[MISC].strip()).get("SpaceAfter"));
  }
}
