package org.gpchain.internal.corpora;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A rule that distinguishes comments from tokens among lines that begin with {@code #} or {@code
 * %%}. A comment comes before the first token of a sentence. In addition, it has another number of
 * cells than the lines with tokens, or it is metadata of a sentence or document, or its last cell
 * does not occur as the last cell of a token.
 */
final class CommentRule {
  /** First cell of a line that separates documents in CoNLL-2003. */
  static final String DOCUMENT_MARK = "-DOCSTART-";

  private static final List<String> BEGINNINGS = List.of("#", "%%");

  /** Comments with a key and a value, such as {@code # sent_id = 3}. */
  private static final Pattern METADATA =
      Pattern.compile("# ?[\\w.:-]+ = .*|# (?:newdoc|newpar|sent_id|text)\\b.*");

  /** Comments that begin a document, in CoNLL-U, CoNLL-2012 and the GENIA corpus. */
  private static final Pattern DOCUMENT =
      Pattern.compile("# newdoc\\b.*|#begin document\\b.*|###\\s?MEDLINE\\b.*");

  private static final Pattern DOCUMENT_END = Pattern.compile("#end document\\b.*");

  private final ColumnPreview preview;

  CommentRule(ColumnPreview preview) {
    this.preview = preview;
  }

  /** Returns whether a line begins like a comment. */
  static boolean mayBeComment(String line) {
    return BEGINNINGS.stream().anyMatch(line::startsWith);
  }

  /** Returns whether a comment begins a document. */
  static boolean startsDocument(String comment) {
    return DOCUMENT.matcher(comment).matches();
  }

  /** Returns whether a line begins or ends a document, which is a comment even in a sentence. */
  static boolean isAboutDocument(String line) {
    return startsDocument(line) || DOCUMENT_END.matcher(line).matches();
  }

  /**
   * Returns whether a line before the first token of a sentence is a comment.
   *
   * @param cells cells of the line
   */
  boolean isComment(String line, List<String> cells) {
    if (!mayBeComment(line)) {
      return false;
    }
    return !hasCellsOfTokens(line, cells)
        || METADATA.matcher(line).matches()
        || isAboutDocument(line)
        || !mayBeToken(cells);
  }

  /** Returns whether a line has as many cells as lines with tokens, separated in the same way. */
  boolean hasCellsOfTokens(String line, List<String> cells) {
    boolean isSeparated = cells.size() == 1 || !preview.hasTabs() || line.indexOf('\t') >= 0;
    return isSeparated && cells.size() == preview.columnCount();
  }

  private boolean mayBeToken(List<String> cells) {
    String last = cells.get(cells.size() - 1);
    boolean isWord = !BEGINNINGS.contains(cells.get(0));
    return cells.size() == 1
        || preview.mayBeLast(last)
        || last.equals(cells.get(0))
        || (isWord && !preview.beginsWithComment());
  }
}
