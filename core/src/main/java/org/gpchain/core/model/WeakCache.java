package org.gpchain.core.model;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * Values in use, so that any number of threads share one copy. A value is held weakly: it lives as
 * long as somebody uses it. A value that several threads request at once is read once while the
 * others wait; different ones are read concurrently. A failure leaves nothing behind.
 */
public final class WeakCache<K, V> {
  /** Guarded by itself. */
  private final Map<K, Slot<V>> slots = new HashMap<>();

  @FunctionalInterface
  public interface Reader<V> {
    V read() throws IOException;
  }

  /** The place of one value, filled under its own lock. */
  private static final class Slot<V> {
    /** Null until the slot is filled for the first time. */
    private volatile WeakReference<V> value;

    private V known() {
      WeakReference<V> reference = value;
      return reference == null ? null : reference.get();
    }

    private boolean isForgotten() {
      return value != null && known() == null;
    }

    private synchronized V get(Reader<V> reader) throws IOException {
      V found = known();
      if (found == null) {
        found = reader.read();
        value = new WeakReference<>(found);
      }
      return found;
    }
  }

  /** The value of a key, which is read unless it is in use. */
  public V get(K key, Reader<V> reader) throws IOException {
    return slot(key).get(reader);
  }

  private Slot<V> slot(K key) {
    synchronized (slots) {
      slots.values().removeIf(Slot::isForgotten);
      return slots.computeIfAbsent(key, k -> new Slot<>());
    }
  }
}
