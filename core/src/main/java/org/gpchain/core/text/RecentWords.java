package org.gpchain.core.text;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Remembers something of words: most words of a text are repetitions. A word that maps to the slot
 * of another one replaces it. Scratch space of one thread.
 */
public final class RecentWords<T> {
  /** Longer ones are not kept. */
  private static final int LONGEST = 64;

  private final int slotBits;
  private final String[] words;
  private final Object[] values;
  private Object source;

  /**
   * A memory of {@code 2^slotBits} words.
   *
   * @param slotBits fewer for larger values: each slot keeps one
   */
  public RecentWords(int slotBits) {
    this.slotBits = slotBits;
    words = new String[1 << slotBits];
    values = new Object[1 << slotBits];
  }

  /** Whether the values are those of this source; a new memory may be of any. */
  public boolean isOf(Object from) {
    return source == null || source == from;
  }

  /**
   * The value of a word.
   *
   * @param from the source of the values; those of another source are forgotten
   * @param maker makes it; a function of the word and the source
   */
  @SuppressWarnings("unchecked")
  public T of(String word, Object from, Function<String, ? extends T> maker) {
    if (source != from) {
      source = from;
      Arrays.fill(words, null);
    }
    if (word.length() > LONGEST) {
      return maker.apply(word);
    }
    // Multiplicative hashing; the high bits are the well-mixed ones.
    int slot = (word.hashCode() * 0x9E3779B9) >>> (Integer.SIZE - slotBits);
    if (!word.equals(words[slot])) {
      values[slot] = maker.apply(word);
      words[slot] = word;
    }
    return (T) values[slot];
  }
}
