package org.gpchain.core.model;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * A cache of large values, so that all threads share one copy of each. The cache holds values by
 * weak references: a value is removed when no other object refers to it. If several threads request
 * the same value at once, one thread reads it and the others wait. Values of different keys are
 * read concurrently. If reading fails, the next request reads again.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class WeakCache<K, V> {
  /** Guarded by itself. */
  private final Map<K, Slot<V>> slots = new HashMap<>();

  /**
   * Reads a value that is not in the cache.
   *
   * @param <V> type of the value
   */
  @FunctionalInterface
  public interface Reader<V> {
    /**
     * Reads the value.
     *
     * @throws IOException if it cannot be read
     */
    V read() throws IOException;
  }

  /** The place of one value. Its lock is held while the value is read. */
  private static final class Slot<V> {
    /** Reference to the value; null until it has been read for the first time. */
    private volatile WeakReference<V> value;

    /** Returns the value if it is in memory, or null. */
    private V known() {
      WeakReference<V> reference = value;
      return reference == null ? null : reference.get();
    }

    /** Returns whether the value has been read and is no longer in memory. */
    private boolean isForgotten() {
      return value != null && known() == null;
    }

    private synchronized V get(Reader<V> reader) throws IOException {
      V result = known();
      if (result == null) {
        result = reader.read();
        value = new WeakReference<>(result);
      }
      return result;
    }
  }

  /**
   * Returns the value of a key. Reads it if it is not in memory.
   *
   * @throws IOException if the reader throws it
   */
  public V get(K key, Reader<V> reader) throws IOException {
    return slot(key).get(reader);
  }

  /** Returns the slot of a key, and removes the slots of values that are no longer in memory. */
  private Slot<V> slot(K key) {
    synchronized (slots) {
      slots.values().removeIf(Slot::isForgotten);
      return slots.computeIfAbsent(key, k -> new Slot<>());
    }
  }
}
