package org.gpchain.core.words;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.core.math.LongIndex;

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

  private static final int ROOT = 0;
  private static final int NONE = -1;

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
    List<List<String>> cut = words.stream().map(this::folded).toList();
    List<String> marks = new ArrayList<>(words.size());
    while (marks.size() < words.size()) {
      int end = longestMatch(cut, marks.size());
      if (end == NONE) {
        marks.add(OUTSIDE);
      } else {
        marks.add(BEGIN);
        while (marks.size() < end) {
          marks.add(INSIDE);
        }
      }
    }
    return marks;
  }

  /**
   * Index after the last token of the longest entry that begins here; {@link #NONE} if none does.
   */
  private int longestMatch(List<List<String>> words, int begin) {
    int longest = NONE;
    int node = ROOT;
    for (int t = begin; t < words.size() && node != NONE; t++) {
      for (String piece : words.get(t)) {
        int number = node == NONE ? NONE : pieces.getOrDefault(piece, NONE);
        int child = number == NONE ? NONE : next.find(LongIndex.pair(node, number));
        node = child == NONE ? NONE : child + 1;
      }
      // A token without pieces neither begins nor ends a match.
      if (words.get(t).isEmpty() && t == begin) {
        return NONE;
      }
      if (node != NONE && isEntry.get(node) && !words.get(t).isEmpty()) {
        longest = t + 1;
      }
    }
    return longest;
  }
}
