package org.gpchain.documents.batch;

import java.nio.charset.StandardCharsets;

/** A set of numbers that takes 16 bytes for each at most, since there may be millions. */
final class LongSet {
  private long[] slots = new long[1 << 10];
  private int size;

  /** A hash of a text in 64 bits (FNV-1a, and a finisher, of its UTF-8). */
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    return hash ^ (hash >>> 29);
  }

  /** Adds a number, and says whether it is new. Zero counts as one. */
  boolean add(long value) {
    if (2L * size >= slots.length) {
      grow();
    }
    boolean added = put(value == 0 ? 1 : value);
    size += added ? 1 : 0;
    return added;
  }

  private boolean put(long value) {
    int mask = slots.length - 1;
    for (int slot = (int) value & mask; ; slot = (slot + 1) & mask) {
      if (slots[slot] == value) {
        return false;
      }
      if (slots[slot] == 0) {
        slots[slot] = value;
        return true;
      }
    }
  }

  private void grow() {
    long[] before = slots;
    slots = new long[2 * before.length];
    for (long value : before) {
      if (value != 0) {
        put(value);
      }
    }
  }
}
