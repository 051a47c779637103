package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.internal.core.math.LongIndex;

/**
 * A list of names or other expressions, each of one or more tokens, that can be marked in
 * sentences. Matches are searched from left to right, and the longest entry that begins at a token
 * wins. Immutable.
 *
 * <p>Entries and tokens are compared by pieces. A piece is a run of letters and digits, or any
 * other single character except white space. An entry therefore matches no matter how the text was
 * tokenized, but a match must begin and end at token borders.
 */
public final class Lexicon {
  /** The mark of the first token of an entry. */
  public static final String BEGIN = "B";

  /** The mark of all other tokens of an entry. */
  public static final String INSIDE = "I";

  /** The mark of a token outside of entries. */
  public static final String OUTSIDE = "O";

  private static final List<String> MARKS = List.of(OUTSIDE, BEGIN, INSIDE);

  /** Indices in {@link #MARKS}. */
  private static final long BEGIN_MARK = 1;

  private static final long INSIDE_MARK = 2;

  private static final int ROOT = 0;
  private static final int NONE = -1;

  /** Pieces of a word of one unknown piece; most words share this array. */
  private static final int[] UNKNOWN_PIECE = {NONE};

  private final List<String> entries;
  private final boolean foldCase;
  private final Map<String, Integer> pieceNumbers = new HashMap<>();

  /**
   * The edges of a trie over the pieces of all entries. The key of an edge is the pair of its
   * parent node and piece. Edge number n leads to node n + 1, because node 0 is the root.
   */
  private final LongIndex edges = new LongIndex(8);

  /** Whether an entry ends at each node of the trie. */
  private final List<Boolean> isEntry = new ArrayList<>(List.of(false));

  /**
   * Creates a lexicon.
   *
   * @param entries texts, none of them blank
   * @param foldCase whether upper and lower case are the same
   */
  public Lexicon(List<String> entries, boolean foldCase) {
    this.entries = List.copyOf(entries);
    this.foldCase = foldCase;
    this.entries.forEach(this::add);
  }

  private void add(String entry) {
    int node = ROOT;
    for (String piece : comparablePieces(entry)) {
      int number = pieceNumbers.computeIfAbsent(piece, key -> pieceNumbers.size());
      node = edges.add(LongIndex.pair(node, number)) + 1;
      if (node == isEntry.size()) {
        isEntry.add(false);
      }
    }
    if (node == ROOT) {
      throw new IllegalArgumentException("an entry of a lexicon must not be blank");
    }
    isEntry.set(node, true);
  }

  private List<String> comparablePieces(String text) {
    if (foldCase) {
      return pieces(text.toLowerCase(Locale.ROOT));
    }
    return pieces(text);
  }

  /**
   * Splits a text into pieces: runs of letters and digits, and all other characters one by one,
   * without white space.
   */
  public static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();

    int begin = 0;
    while (begin < text.length()) {
      int c = text.codePointAt(begin);
      int end = begin + Character.charCount(c);
      while (Character.isLetterOrDigit(c)
          && end < text.length()
          && Character.isLetterOrDigit(text.codePointAt(end))) {
        end += Character.charCount(text.codePointAt(end));
      }
      if (!Character.isWhitespace(c)) {
        pieces.add(text.substring(begin, end));
      }
      begin = end;
    }

    return pieces;
  }

  /** Returns the entries in their original order. */
  public List<String> entries() {
    return entries;
  }

  /** Returns whether upper and lower case are the same. */
  public boolean foldCase() {
    return foldCase;
  }

  /** Returns {@link #BEGIN}, {@link #INSIDE} or {@link #OUTSIDE} for each token of a sentence. */
  public List<String> mark(List<String> words) {
    int[][] pieces = words.stream().map(this::numbers).toArray(int[][]::new);
    long[] marks = new long[words.size()];
    mark(pieces, marks, 0);
    return Arrays.stream(marks).mapToObj(mark -> MARKS.get((int) mark)).toList();
  }

  /** Returns the numbers of a word's pieces; negative for pieces that occur in no entry. */
  int[] numbers(String word) {
    List<String> pieces = comparablePieces(word);
    int[] numbers = pieces.stream().mapToInt(p -> pieceNumbers.getOrDefault(p, NONE)).toArray();
    if (Arrays.equals(numbers, UNKNOWN_PIECE)) {
      return UNKNOWN_PIECE;
    }
    return numbers;
  }

  /**
   * Marks the entries in a sentence. A mark has two bits: 1 for the first token of an entry, 2 for
   * its other tokens.
   *
   * @param words pieces of each word, {@code [T]}, from {@link #numbers}; not modified
   * @param marks bits of each word, {@code [T]}; the two bits at {@code shift} must be zero and are
   *     set here
   * @param shift position of the lower bit, modulo 64
   */
  void mark(int[][] words, long[] marks, int shift) {
    int begin = 0;
    while (begin < words.length) {
      int end = longestMatch(words, begin);
      if (end == NONE) {
        begin++;
        continue;
      }
      marks[begin] |= BEGIN_MARK << shift;
      for (int t = begin + 1; t < end; t++) {
        marks[t] |= INSIDE_MARK << shift;
      }
      begin = end;
    }
  }

  /**
   * Returns the index after the last token of the longest entry that begins at a token, or {@link
   * #NONE} if no entry begins there.
   */
  private int longestMatch(int[][] words, int begin) {
    // A token without pieces must neither begin nor end a match.
    if (words[begin].length == 0) {
      return NONE;
    }

    int longest = NONE;
    int node = ROOT;
    for (int t = begin; t < words.length; t++) {
      for (int piece : words[t]) {
        if (piece == NONE) {
          return longest;
        }
        int edge = edges.find(LongIndex.pair(node, piece));
        if (edge == NONE) {
          return longest;
        }
        node = edge + 1;
      }
      if (isEntry.get(node) && words[t].length > 0) {
        longest = t + 1;
      }
    }
    return longest;
  }
}
