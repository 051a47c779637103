package org.gpchain.core.text;

import java.util.Arrays;
import java.util.function.Function;

/**
 * A fixed-size cache of values computed from words. Most words of a text occur many times.
 *
 * <p>Each word maps to a set of four adjacent slots. On a hit, the word moves one slot forward. On
 * a miss, the new word takes a free slot or replaces the word in the last slot, so that frequent
 * words stay. Not thread-safe.
 *
 * @param <T> type of the values
 */
public final class RecentWords<T> {
  /** Maximum length of a cached word (characters). */
  private static final int LONGEST = 64;

  /** Number of slots that a word may occupy. */
  private static final int WAYS = 4;

  /** 2⁶⁴ divided by the golden ratio; the high bits of a product with it are well mixed. */
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int slotBits;

  /** Combination of a word's hash code and its kind, by slot. */
  private final long[] keys;

  /** Cached words by slot; null in free slots. */
  private final String[] words;

  private final Object[] values;
  private Object source;

  /**
   * Creates a cache of {@code 2^slotBits} words.
   *
   * @param slotBits at least 3; should be smaller for larger values, since each slot holds one
   */
  public RecentWords(int slotBits) {
    this.slotBits = slotBits;
    keys = new long[1 << slotBits];
    words = new String[1 << slotBits];
    values = new Object[1 << slotBits];
  }

  /**
   * Returns the cached value of a word, or computes and caches it.
   *
   * @param kind distinguishes values of the same word
   * @param from source of the values; a call with another source clears the cache
   * @param maker computes the value; its result must depend only on word, kind and source
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
      int last = first + WAYS - 1;
      put(Math.min(slot, last), key, word, value);
    }
    return value;
  }

  private void put(int slot, long key, String word, Object value) {
    keys[slot] = key;
    words[slot] = word;
    values[slot] = value;
  }
}
