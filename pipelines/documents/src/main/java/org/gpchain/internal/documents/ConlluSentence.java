package org.gpchain.internal.documents;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.corpora.TokenFile.LineKind;
import org.gpchain.internal.corpora.TokenFile.TokenLine;
import org.gpchain.internal.corpora.conllu.ConlluNumbering;

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
    List<List<String>> cells = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    List<List<String>> tokens = new ArrayList<>();

    for (TokenLine line : lines) {
      cells.add(line.cells());
      if (line.kind() == LineKind.TOKEN) {
        tokens.add(line.cells());
      }
      boolean hasId = line.kind() == LineKind.TOKEN || line.kind() == LineKind.SKIPPED;
      ids.add(hasId ? line.cells().get(0) : ConlluNumbering.NO_ID);

      if (line.kind() == LineKind.COMMENT) {
        id = ConlluLines.value(line.text(), "sent_id").orElse(id);
        part = partOf(line.text()).orElse(part);
      }
    }

    BitSet withoutSpace = new BitSet();
    for (int t = 0; t < tokens.size(); t++) {
      withoutSpace.set(t, !isSpaceAfter(tokens.get(t)));
    }
    for (ConlluNumbering.Range range : ConlluNumbering.of(ids).ranges()) {
      join(range, cells.get(range.line()), tokens, withoutSpace);
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

  /**
   * Determines the spaces between and after the words of a multiword token. If the words spell the
   * multiword token, there are no spaces between them.
   *
   * @param cells cells of the multiword token
   * @param tokens cells of all tokens
   */
  private static void join(
      ConlluNumbering.Range range,
      List<String> cells,
      List<List<String>> tokens,
      BitSet withoutSpace) {
    int last = range.end() - 1;
    StringBuilder words = new StringBuilder();
    for (int t = range.begin(); t <= last; t++) {
      words.append(tokens.get(t).get(WORD));
    }

    if (words.toString().equals(cells.get(WORD))) {
      withoutSpace.set(range.begin(), last);
    }
    withoutSpace.set(last, !isSpaceAfter(cells));
  }

  private static boolean isSpaceAfter(List<String> cells) {
    return !"No".equals(ConlluLines.pairs(cells.get(MISC)).get("SpaceAfter"));
  }
}
