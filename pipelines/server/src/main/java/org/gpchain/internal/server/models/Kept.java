package org.gpchain.internal.server.models;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values that stay in memory: those that were asked for last, as many as a budget allows. For any
 * number of threads.
 */
public final class Kept<K, V> {
  private final long budget;

  /** The one that was asked for longest ago comes first. */
  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;

  private record Entry<V>(V value, long bytes) {}

  /**
   * @param budget bytes of all values
   */
  public Kept(long budget) {
    this.budget = budget;
  }

  public long budget() {
    return budget;
  }

  /** An estimate of the bytes of all values. */
  public synchronized long bytes() {
    return bytes;
  }

  /** The value of a key; null if none is kept. */
  public synchronized V get(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.value();
  }

  /** Keeps a value in the place of others, unless it is beyond the budget. */
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

  /** Returns the value of a key; the given one, and keeps that, if there is none. */
  public synchronized V putIfAbsent(K key, V value, long size) {
    V kept = get(key);
    if (kept == null) {
      put(key, value, size);
    }
    return kept == null ? value : kept;
  }

  public synchronized void remove(K key) {
    Entry<V> removed = entries.remove(key);
    bytes -= removed == null ? 0 : removed.bytes();
  }
}
