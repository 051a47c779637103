package org.gpchain.internal.core.math;

import java.util.Arrays;

/**
 * Numbers distinct long keys 0, 1, 2, … in the order in which they come. Open addressing, linear
 * probing; a look-up touches one or two cache lines.
 */
public final class LongIndex {
  private static final int FREE = -1;

  private long[] keys;
  private int[] numbers;
  private int mask;
  private int size;

  /**
   * @param expected number of keys; more make it grow
   */
  public LongIndex(int expected) {
    int capacity = Integer.highestOneBit(Math.max(8, expected * 2 - 1)) * 2;
    keys = new long[capacity];
    numbers = new int[capacity];
    Arrays.fill(numbers, FREE);
    mask = capacity - 1;
  }

  public int size() {
    return size;
  }

  /** A key of two numbers: the left one in the upper half. */
  public static long pair(int left, int right) {
    return (long) left << Integer.SIZE | right;
  }

  /** The number of a key, or -1. */
  public int find(long key) {
    return numbers[slot(key)];
  }

  /** The number of a key, which is given the next free number if it is new. */
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

  /** The keys in the order of their numbers; a new array. */
  public long[] keys() {
    long[] ordered = new long[size];
    for (int slot = 0; slot < numbers.length; slot++) {
      if (numbers[slot] != FREE) {
        ordered[numbers[slot]] = keys[slot];
      }
    }
    return ordered;
  }

  private int slot(long key) {
    // Multiplicative hashing; the high bits are the well-mixed ones.
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
