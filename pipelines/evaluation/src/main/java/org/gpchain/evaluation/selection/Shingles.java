package org.gpchain.evaluation.selection;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;

/**
 * The n-grams of texts, by which texts are alike (Broder 1997). Each is a hash of 32 bits, in lower
 * case; a sentence of fewer tokens has one, itself.
 */
final class Shingles {
  private final int size;

  /**
   * @param size number of tokens of an n-gram
   */
  Shingles(int size) {
    this.size = Checks.atLeast("size", size, 1);
  }

  /**
   * The n-grams of a sentence.
   *
   * @param words its tokens; may be empty
   * @return distinct, ascending; a new array
   */
  int[] of(List<String> words) {
    int[] hashes = words.stream().mapToInt(w -> w.toLowerCase(Locale.ROOT).hashCode()).toArray();
    if (hashes.length == 0) {
      return hashes;
    }
    int length = Math.min(size, hashes.length);
    return IntStream.rangeClosed(0, hashes.length - length)
        .map(start -> Arrays.hashCode(Arrays.copyOfRange(hashes, start, start + length)))
        .sorted()
        .distinct()
        .toArray();
  }
}
