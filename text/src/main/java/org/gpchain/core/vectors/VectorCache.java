package org.gpchain.core.vectors;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The vectors of recent sentences within a memory budget. If the budget is exceeded, the least
 * recently used vectors are removed. Thread-safe.
 */
public final class VectorCache {
  /**
   * The vectors of one sentence.
   *
   * @param source encoder or projection that computed the vectors
   * @param words words of the sentence
   */
  private record Key(Object source, List<String> words) {}

  /** Vectors by sentence, the least recently used first. */
  private final Map<Key, DenseRows> recent = new LinkedHashMap<>(16, 0.75f, true);

  private long budget;
  private long bytes;

  /**
   * Creates an empty cache.
   *
   * @param budget maximum size of all vectors (bytes)
   */
  public VectorCache(long budget) {
    this.budget = budget;
  }

  /** Returns the size of all vectors (bytes). */
  public synchronized long bytes() {
    return bytes;
  }

  /**
   * Changes the budget.
   *
   * @param maxBytes maximum size of all vectors (bytes)
   */
  public synchronized void setBudget(long maxBytes) {
    budget = maxBytes;
    removeOldest();
  }

  /**
   * Returns the vectors of a sentence, or null if they are not in the cache.
   *
   * @param source identifies the encoder or projection that computes the vectors
   */
  synchronized DenseRows get(Object source, List<String> words) {
    return recent.get(new Key(source, words));
  }

  /**
   * Adds the vectors of a sentence, unless they exceed the budget alone.
   *
   * @param source identifies the encoder or projection that has computed the vectors
   */
  synchronized void put(Object source, List<String> words, DenseRows vectors) {
    if (sizeOf(vectors) > budget) {
      return;
    }
    DenseRows previous = recent.put(new Key(source, List.copyOf(words)), vectors);
    bytes += sizeOf(vectors);
    if (previous != null) {
      bytes -= sizeOf(previous);
    }
    removeOldest();
  }

  private void removeOldest() {
    Iterator<DenseRows> oldest = recent.values().iterator();
    while (bytes > budget && oldest.hasNext()) {
      bytes -= sizeOf(oldest.next());
      oldest.remove();
    }
  }

  private static long sizeOf(DenseRows vectors) {
    return (long) Float.BYTES * vectors.values().length;
  }
}
