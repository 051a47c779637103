package org.gpchain.internal.server.models;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A cache that holds the most recently used values within a memory budget. Thread-safe.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class LruCache<K, V> {
  private final long budget;

  /** Values by key, the least recently used first. */
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  private record Entry<V>(V value, long bytes) {}

  /**
   * Creates an empty cache.
   *
   * @param budget maximum total size of the values (bytes)
   */
  public LruCache(long budget) {
    this.budget = budget;
  }

  /** Returns the maximum total size of the values (bytes). */
  public long budget() {
    return budget;
  }

  /** Returns the total size of the values, as estimated by the callers of {@link #put} (bytes). */
  public synchronized long bytes() {
    return bytes;
  }

  /** Returns the value of a key, or null if there is none. */
  public synchronized V get(K key) {
    Entry<V> entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    return entry.value();
  }

  /**
   * Sets the value of a key and removes the least recently used values until all fit into the
   * budget. A value that exceeds the budget alone is not cached.
   *
   * @param size estimated size of the value (bytes)
   */
  public synchronized void put(K key, V value, long size) {
    remove(key);
    if (size <= budget) {
      entries.put(key, new Entry<>(value, size));
      bytes += size;
    }
    while (bytes > budget) {
      remove(entries.keySet().iterator().next());
    }
  }

  /**
   * Returns the value of a key. If there is none, puts and returns the given value.
   *
   * @param size estimated size of the value (bytes)
   */
  public synchronized V putIfAbsent(K key, V value, long size) {
    V cached = get(key);
    if (cached != null) {
      return cached;
    }
    put(key, value, size);
    return value;
  }

  /** Removes a key and its value, if present. */
  public synchronized void remove(K key) {
    Entry<V> removed = entries.remove(key);
    if (removed != null) {
      bytes -= removed.bytes();
    }
  }
}
