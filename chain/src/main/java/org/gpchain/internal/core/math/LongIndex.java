package org.gpchain.internal.core.math;

import java.util.Arrays;

/**
 * A hash table that numbers distinct {@code long} keys 0, 1, 2, … in the order in which they are
 * added. It uses open addressing with linear probing, so that a look-up touches one or two cache
 * lines.
 */
public final class LongIndex {
  private static final int FREE = -1;

  private long[] keys;
  private int[] numbers;
  private int mask;
  private int size;

  /**
   * Creates an empty index.
   *
   * @param expected number of keys that fit without growing
   */
  public LongIndex(int expected) {
    int capacity = Integer.highestOneBit(Math.max(8, expected * 2 - 1)) * 2;
    keys = new long[capacity];
    numbers = new int[capacity];
    Arrays.fill(numbers, FREE);
    mask = capacity - 1;
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  /**
   * Returns the key of a pair of numbers: {@code left} is its upper half, {@code right} its lower.
   */
  public static long pair(int left, int right) {
    return (long) left << Integer.SIZE | right;
  }

  /** Returns the number of a key, or -1 if the key is unknown. */
  public int find(long key) {
    return numbers[slot(key)];
  }

  /** Returns the number of a key. A new key gets the next free number. */
  public int add(long key) {
    int slot = slot(key);
    if (numbers[slot] == FREE) {
      if (size * 2 >= numbers.length) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      numbers[slot] = size++;
    }
    return numbers[slot];
  }

  /** Returns the keys in the order of their numbers, in a new array. */
  public long[] keys() {
    long[] ordered = new long[size];
    for (int slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] != FREE) {
        ordered[numbers[slot]] = keys[slot];
      }
    }
    return ordered;
  }

  /** Returns the slot that holds a key, or the free slot where it belongs. */
  private int slot(long key) {
    // Multiplicative hashing mixes the high bits well, so they are folded into the low ones.
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed ^ (mixed >>> 32)) & mask;
    while (numbers[slot] != FREE && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;

    keys = new long[oldKeys.length * 2];
    numbers = new int[keys.length];
    Arrays.fill(numbers, FREE);
    mask = keys.length - 1;

    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != FREE) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        numbers[slot] = oldNumbers[i];
      }
    }
  }
}
