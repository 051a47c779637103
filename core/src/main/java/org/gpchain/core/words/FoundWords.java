package org.gpchain.core.words;

import java.util.Arrays;
import java.util.List;

/**
 * Remembers the numbers of words: most words of a text are repetitions. A word that maps to the
 * slot of another one replaces it. Scratch space of one thread.
 */
final class FoundWords {
  private static final int SLOT_BITS = 13;

  /** Longer ones are not kept. */
  private static final int LONGEST = 64;

  private final String[] words = new String[1 << SLOT_BITS];
  private final int[] found = new int[1 << SLOT_BITS];
  private WordNumbers numbers;

  /**
   * The numbers of words.
   *
   * @return {@code [T]}, as of {@link WordNumbers#of}
   */
  int[] of(List<String> sentence, WordNumbers source) {
    if (numbers != source) {
      numbers = source;
      Arrays.fill(words, null);
    }
    return sentence.stream().mapToInt(this::of).toArray();
  }

  private int of(String word) {
    if (word.length() > LONGEST) {
      return numbers.of(word);
    }
    // Multiplicative hashing; the high bits are the well-mixed ones.
    int slot = (word.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SLOT_BITS);
    if (!word.equals(words[slot])) {
      found[slot] = numbers.of(word);
      words[slot] = word;
    }
    return found[slot];
  }
}
