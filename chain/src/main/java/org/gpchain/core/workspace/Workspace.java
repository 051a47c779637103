package org.gpchain.core.workspace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Scratch space of one thread. Each algorithm stores its scratch object under a class that it
 * defines, so that buffers are reused from sentence to sentence and algorithms cannot interfere
 * with each other.
 *
 * <p>Not thread-safe: each thread needs its own workspace. The contents of a workspace never
 * influence a result.
 */
public final class Workspace {
  private final Map<Class<?>, Object> scratch = new HashMap<>();

  /** Returns the scratch object of {@code type}, which {@code factory} creates on first use. */
  public <T> T scratch(Class<T> type, Supplier<? extends T> factory) {
    return type.cast(scratch.computeIfAbsent(type, key -> factory.get()));
  }

  /**
   * Returns {@code array} if it has room for {@code size} values, otherwise a new, larger array of
   * zeros. Values are not copied.
   */
  public static double[] ensure(double[] array, int size) {
    if (array.length >= size) {
      return array;
    }
    return new double[grownLength(array.length, size)];
  }

  /**
   * Returns {@code array} if it has room for {@code size} values, otherwise a new, larger array of
   * zeros. Values are not copied.
   */
  public static int[] ensure(int[] array, int size) {
    if (array.length >= size) {
      return array;
    }
    return new int[grownLength(array.length, size)];
  }

  /** Returns a length of at least {@code size} that grows by half, so that growing is rare. */
  private static int grownLength(int length, int size) {
    return Math.max(size, length + length / 2);
  }
}
