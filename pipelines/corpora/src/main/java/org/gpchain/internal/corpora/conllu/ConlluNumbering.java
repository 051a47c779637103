package org.gpchain.internal.corpora.conllu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbering of the lines of a sentence in CoNLL-U.
 *
 * @param ranges multiword tokens that fit the tokens after them, in order
 * @param damagedRanges lines of multiword tokens with a damaged range. The range ends before it
 *     begins, overlaps the next range, goes beyond the sentence, or does not match the IDs of the
 *     tokens that follow
 * @param misplaced lines of tokens and empty nodes whose ID does not follow the one before it
 */
public record ConlluNumbering(
    List<Range> ranges, List<Integer> damagedRanges, List<Integer> misplaced) {
  /** ID of a line that is not part of the sentence, such as a comment or a blank line. */
  public static final String NO_ID = "";

  private static final Pattern TOKEN = Pattern.compile("\\d{1,9}");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})-(\\d{1,9})");
  private static final Pattern EMPTY_NODE = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})");

  /**
   * A multiword token, such as "im" for "in dem".
   *
   * @param line index of its line among the lines of the sentence
   * @param begin index of its first token in the sentence
   * @param end index after its last token
   */
  public record Range(int line, int begin, int end) {}

  /** Returns whether a cell is the ID of a token. */
  public static boolean isToken(String id) {
    return TOKEN.matcher(id).matches();
  }

  /**
   * Returns the numbering of a sentence. Lines are identified by their index.
   *
   * @param ids IDs of the lines of the sentence; {@link #NO_ID} for lines without one
   */
  public static ConlluNumbering of(List<String> ids) {
    Check check = new Check(ids);
    for (int line = 0; line < ids.size(); line++) {
      check.add(line);
    }
    check.closeRange();
    return new ConlluNumbering(check.ranges, check.damagedRanges, check.misplaced);
  }

  /** A check of the lines of a sentence, from first to last. */
  private static final class Check {
    private final List<String> ids;
    private final List<Range> ranges = new ArrayList<>();
    private final List<Integer> damagedRanges = new ArrayList<>();
    private final List<Integer> misplaced = new ArrayList<>();

    private int tokenCount;

    /** Numbers of the last token and of the last empty node after it; 0 if there is none. */
    private int lastToken;

    private int lastEmptyNode;

    /** Multiword token whose tokens have not all been seen; null if there is none. */
    private Range open;

    /** Number of the first token of the open range, as written. */
    private int firstNumber;

    Check(List<String> ids) {
      this.ids = ids;
    }

    void add(int line) {
      String id = ids.get(line);
      Matcher emptyNode = EMPTY_NODE.matcher(id);
      if (isToken(id)) {
        addToken(line, Integer.parseInt(id));
      } else if (emptyNode.matches()) {
        addEmptyNode(line, number(emptyNode, 1), number(emptyNode, 2));
      } else if (id.equals(NO_ID)) {
        closeRange();
      } else {
        openRange(line);
      }
    }

    private void addToken(int line, int number) {
      if (number != lastToken + 1) {
        misplaced.add(line);
      }
      lastToken = number;
      lastEmptyNode = 0;
      tokenCount++;

      if (open == null) {
        return;
      }
      if (number != firstNumber + tokenCount - 1 - open.begin()) {
        closeRange();
      } else if (tokenCount == open.end()) {
        ranges.add(open);
        open = null;
      }
    }

    private void addEmptyNode(int line, int token, int number) {
      if (token != lastToken || number != lastEmptyNode + 1) {
        misplaced.add(line);
      }
      lastEmptyNode = number;
    }

    private void openRange(int line) {
      closeRange();
      parsed(line).ifPresentOrElse(range -> open = range, () -> damagedRanges.add(line));
    }

    /** Returns a multiword token, or empty if it has no numbers or ends before it begins. */
    private Optional<Range> parsed(int line) {
      Matcher range = RANGE.matcher(ids.get(line));
      if (!range.matches() || number(range, 1) > number(range, 2)) {
        return Optional.empty();
      }
      firstNumber = number(range, 1);
      int length = number(range, 2) - firstNumber + 1;
      return Optional.of(new Range(line, tokenCount, tokenCount + length));
    }

    private static int number(Matcher id, int group) {
      return Integer.parseInt(id.group(group));
    }

    /** Ends a multiword token whose tokens are not all there. */
    void closeRange() {
      if (open != null) {
        damagedRanges.add(open.line());
        open = null;
      }
    }
  }
}
