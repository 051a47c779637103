package org.gpchain.internal.encoder;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides a long sentence into windows that overlap, because an encoder reads a limited number of
 * pieces. Each word takes its vector from the one window that owns it, where it has context on both
 * sides.
 */
final class PieceWindows {
  /** Maximum number of pieces of a window, without the two special ones. */
  static final int MAX_PIECES = 400;

  /**
   * Number of pieces that a window repeats of its neighbor, about half on each side of the border.
   */
  static final int OVERLAP = 100;

  /**
   * A window of words.
   *
   * @param from first word that the encoder reads
   * @param to end of the words that it reads
   * @param firstOwned first word whose vector is taken from this window
   * @param endOwned end of those words
   */
  record Window(int from, int to, int firstOwned, int endOwned) {}

  private PieceWindows() {}

  /**
   * Returns the windows of a sentence, in order; they own every word once.
   *
   * @param pieceCounts number of pieces of each word, {@code [T]}, each at most {@link #MAX_PIECES}
   */
  static List<Window> of(int[] pieceCounts) {
    List<Window> windows = new ArrayList<>();
    int from = 0;
    int owned = 0;
    while (owned < pieceCounts.length) {
      int to = end(pieceCounts, from, MAX_PIECES);
      if (to == pieceCounts.length) {
        windows.add(new Window(from, to, owned, to));
        return windows;
      }

      int ownedEnd = Math.max(owned + 1, start(pieceCounts, to, OVERLAP / 2));
      windows.add(new Window(from, to, owned, ownedEnd));
      owned = ownedEnd;
      from = Math.min(owned, start(pieceCounts, owned, OVERLAP / 2));
    }
    return windows;
  }

  /**
   * Returns the end of the words from {@code from} on that have at most so many pieces, one word at
   * least.
   */
  private static int end(int[] pieceCounts, int from, int maxPieces) {
    int end = from;
    int pieces = 0;
    while (end < pieceCounts.length && pieces + pieceCounts[end] <= maxPieces) {
      pieces += pieceCounts[end++];
    }
    return Math.max(end, from + 1);
  }

  /**
   * Returns the first of the words before {@code end} that have at most so many pieces together.
   */
  private static int start(int[] pieceCounts, int end, int maxPieces) {
    int start = end;
    int pieces = 0;
    while (start > 0 && pieces + pieceCounts[start - 1] <= maxPieces) {
      pieces += pieceCounts[--start];
    }
    return start;
  }
}
