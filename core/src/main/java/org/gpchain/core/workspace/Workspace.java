package org.gpchain.core.workspace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Scratch space of one thread. Each algorithm keeps its own scratch object here under its own
 * class, so that buffers are reused from sentence to sentence and algorithms cannot interfere with
 * each other.
 *
 * <p>Not thread-safe: one workspace per thread. What is in it never influences a result.
 */
public final class Workspace {
  private final Map<Class<?>, Object> scratch = new HashMap<>();

  /** Returns the scratch object of {@code type}, made by {@code factory} on first use. */
  public <T> T scratch(Class<T> type, Supplier<? extends T> factory) {
    return type.cast(scratch.computeIfAbsent(type, made -> factory.get()));
  }

  /** Returns {@code array} if it holds {@code size} values, otherwise a new, larger one. */
  public static double[] ensure(double[] array, int size) {
    return array.length >= size
        ? array
        : new double[Math.max(size, array.length + array.length / 2)];
  }

  /** Returns {@code array} if it holds {@code size} values, otherwise a new, larger one. */
  public static int[] ensure(int[] array, int size) {
    return array.length >= size ? array : new int[Math.max(size, array.length + array.length / 2)];
  }
}
