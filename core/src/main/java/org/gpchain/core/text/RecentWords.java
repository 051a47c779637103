package org.gpchain.core.text;

import java.util.Arrays;
import java.util.function.Function;

/**
 * Remembers something of words: most words of a text are repetitions. A word that is found moves
 * one place forward, and where there is no room for a new one, it takes the last place: frequent
 * words stay. Scratch space of one thread.
 */
public final class RecentWords<T> {
  /** Longer ones are not kept. */
  private static final int LONGEST = 64;

  /** Words that have the same places. */
  private static final int WAYS = 4;

  /** 2⁶⁴ divided by the golden ratio; the high bits of a product with it are well mixed. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int slotBits;

  /** Of one word, different for different kinds. */
  private final long[] keys;

  private final String[] words;
  private final Object[] values;
  private Object source;

  /**
   * A memory of {@code 2^slotBits} words.
   *
   * @param slotBits at least 3; fewer for larger values: each slot keeps one
   */
  public RecentWords(int slotBits) {
    this.slotBits = slotBits;
    keys = new long[1 << slotBits];
    words = new String[1 << slotBits];
    values = new Object[1 << slotBits];
  }

  /**
   * The value of a word.
   *
   * @param kind what else the value depends on
   * @param from the source of the values; those of another source are forgotten
   * @param maker makes it; a function of the word, the kind and the source
   */
  @SuppressWarnings("unchecked")
  public T of(String word, long kind, Object from, Function<String, ? extends T> maker) {
    if (source != from) {
      source = from;
      Arrays.fill(words, null);
    }
    long key = kind * MIX + word.hashCode();
    int first = (int) ((key * MIX) >>> (Long.SIZE - slotBits)) & -WAYS;
    int slot = first;
    while (slot < first + WAYS && words[slot] != null) {
      if (keys[slot] == key && words[slot].equals(word)) {
        T value = (T) values[slot];
        if (slot > first) {
          put(slot, keys[slot - 1], words[slot - 1], values[slot - 1]);
          put(slot - 1, key, word, value);
        }
        return value;
      }
      slot++;
    }
    T value = maker.apply(word);
    if (word.length() <= LONGEST) {
      put(Math.min(slot, first + WAYS - 1), key, word, value);
    }
    return value;
  }

  private void put(int slot, long key, String word, Object value) {
    keys[slot] = key;
    words[slot] = word;
    values[slot] = value;
  }
}
