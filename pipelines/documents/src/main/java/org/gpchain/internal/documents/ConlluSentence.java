package org.gpchain.internal.documents;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenLine;

/**
 * What CoNLL-U says about a sentence in addition to its tokens.
 *
 * @param id of the sentence; null if it has none
 * @param part id of the document that begins with the sentence; empty if this has none, null if no
 *     document begins
 * @param withoutSpace numbers of the tokens, from 0, that the next one follows without a space; not
 *     copied
 */
record ConlluSentence(String id, String part, BitSet withoutSpace) {
  private static final int WORD = 1;
  private static final int MISC = 9;

  /** A multiword token: the number of its words, and its text. */
  private record Multiword(int length, String text, boolean isSpaceAfter) {}

  /** Whether there is a space behind a token, by its number from 0. */
  boolean hasSpaceAfter(int token) {
    return !withoutSpace.get(token);
  }

  /**
   * Reads the lines of a sentence.
   *
   * @param lines comments among them
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
        open = multiword(cells);
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

  private static Optional<String> partOf(String comment) {
    Optional<String> withId = ConlluLines.value(comment, "newdoc id");
    return withId.isPresent() ? withId : ConlluLines.value(comment, "newdoc");
  }

  private static Multiword multiword(String[] cells) {
    int first = Integer.parseInt(StringUtils.substringBefore(cells[0], "-").strip());
    int last = Integer.parseInt(StringUtils.substringAfter(cells[0], "-").strip());
    return new Multiword(last - first + 1, cells[WORD].strip(), isSpaceAfter(cells));
  }

  /** Returns whether the words, without spaces, spell the multiword token. */
  private static void join(Multiword all, List<String> words, int first, BitSet withoutSpace) {
    int last = first + words.size() - 1;
    if (String.join("", words).equals(all.text())) {
      withoutSpace.set(first, last);
    }
    withoutSpace.set(last, !all.isSpaceAfter());
  }

  private static boolean isSpaceAfter(String[] cells) {
    return cells.length <= MISC
        || !"No".equals(ConlluLines.pairs(cells[MISC].strip()).get("SpaceAfter"));
  }
}
