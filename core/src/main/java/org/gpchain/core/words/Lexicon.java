package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.internal.core.math.LongIndex;

/**
 * A list of names, or of other words, each of one or several tokens. Marks where they stand in a
 * sentence, the longest first from the left. Immutable.
 *
 * <p>Entries and tokens are compared piece by piece, a piece being a run of letters and digits or
 * any other single character, so that an entry matches however its text was cut into tokens; but a
 * match begins and ends with a token.
 */
public final class Lexicon {
  /** The first token of an entry. */
  public static final String BEGIN = "B";

  /** Another token of it. */
  public static final String INSIDE = "I";

  /** A token of no entry. */
  public static final String OUTSIDE = "O";

  private static final List<String> MARKS = List.of(OUTSIDE, BEGIN, INSIDE);

  private static final int ROOT = 0;
  private static final int NONE = -1;

  /** Shared by the many words of no entry. */
  private static final int[] NO_PIECE = {NONE};

  private final List<String> entries;
  private final boolean foldCase;
  private final Map<String, Integer> pieces = new HashMap<>();

  /**
   * The trie of the pieces: from a node (upper half) and a piece (lower half) to the next node,
   * whose number is larger by one than that of the pair.
   */
  private final LongIndex next = new LongIndex(8);

  private final List<Boolean> isEntry = new ArrayList<>(List.of(false));

  /** A lexicon of texts, none of them blank. */
  public Lexicon(List<String> entries, boolean foldCase) {
    this.entries = List.copyOf(entries);
    this.foldCase = foldCase;
    this.entries.forEach(this::add);
  }

  private void add(String entry) {
    int node = ROOT;
    for (String piece : folded(entry)) {
      int number = pieces.computeIfAbsent(piece, p -> pieces.size());
      node = next.add(LongIndex.pair(node, number)) + 1;
      if (node == isEntry.size()) {
        isEntry.add(false);
      }
    }
    if (node == ROOT) {
      throw new IllegalArgumentException("an entry of a lexicon must not be blank");
    }
    isEntry.set(node, true);
  }

  private List<String> folded(String text) {
    return pieces(foldCase ? text.toLowerCase(Locale.ROOT) : text);
  }

  /** The runs of letters and digits of a text, and its other characters but white space. */
  public static List<String> pieces(String text) {
    List<String> found = new ArrayList<>();
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
        found.add(text.substring(begin, end));
      }
      begin = end;
    }
    return found;
  }

  public List<String> entries() {
    return entries;
  }

  public boolean foldCase() {
    return foldCase;
  }

  /** {@link #BEGIN}, {@link #INSIDE} or {@link #OUTSIDE} for each token of a sentence. */
  public List<String> mark(List<String> words) {
    long[] marks = new long[words.size()];
    mark(words.stream().map(this::numbers).toArray(int[][]::new), marks, 0);
    return Arrays.stream(marks).mapToObj(mark -> MARKS.get((int) mark)).toList();
  }

  /** The numbers of a word's pieces; those of no entry are negative. */
  int[] numbers(String word) {
    int[] numbers = folded(word).stream().mapToInt(p -> pieces.getOrDefault(p, NONE)).toArray();
    return Arrays.equals(numbers, NO_PIECE) ? NO_PIECE : numbers;
  }

  /**
   * @param words {@code [T]}, as of {@link #numbers}; not modified
   * @param marks of each word; two bits from the shift on, zeros before, become 1 where an entry
   *     begins, and 2 inside of it
   */
  void mark(int[][] words, long[] marks, int shift) {
    int end;
    for (int begin = 0; begin < words.length; begin = Math.max(end, begin + 1)) {
      end = longestMatch(words, begin);
      for (int t = begin; t < end; t++) {
        marks[t] |= (t == begin ? 1L : 2L) << shift;
      }
    }
  }

  /**
   * Index after the last token of the longest entry that begins here; {@link #NONE} if none does.
   */
  private int longestMatch(int[][] words, int begin) {
    int longest = NONE;
    int node = ROOT;
    // A token without pieces neither begins nor ends a match.
    for (int t = begin; t < words.length && words[begin].length > 0; t++) {
      for (int piece : words[t]) {
        int child = piece == NONE ? NONE : next.find(LongIndex.pair(node, piece));
        if (child == NONE) {
          return longest;
        }
        node = child + 1;
      }
      if (isEntry.get(node) && words[t].length > 0) {
        longest = t + 1;
      }
    }
    return longest;
  }
}
