package org.gpchain.internal.core.math;

/**
 * Argument checks in positive form, so that NaN fails them. Every message names the argument, its
 * value and the constraint.
 */
public final class Checks {
  private Checks() {}

  /** Returns {@code value} if it is finite and greater than 0, otherwise throws. */
  public static double positive(String name, double value) {
    if (value > 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be a positive finite number, was " + value);
  }

  /** Returns {@code value} if it is finite and at least 0, otherwise throws. */
  public static double notNegative(String name, double value) {
    if (value >= 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw new IllegalArgumentException(
        name + " must be a finite number of at least 0, was " + value);
  }

  /** Returns {@code value} if it is at least {@code minimum}, otherwise throws. */
  public static int atLeast(String name, int value, int minimum) {
    if (value >= minimum) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be at least " + minimum + ", was " + value);
  }

  /** Returns {@code index} if it is in {@code [0, size)}, otherwise throws. */
  public static int index(String name, int index, int size) {
    if (index >= 0 && index < size) {
      return index;
    }
    throw new IndexOutOfBoundsException(name + " must be in [0, " + size + "), was " + index);
  }

  /**
   * Throws unless an array has exactly the length that its shape requires.
   *
   * @param shape of the array as the message shows it, such as {@code [T×V]}
   */
  public static void length(String name, int actual, long expected, String shape) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          name + " must have length " + expected + " " + shape + ", had " + actual);
    }
  }

  /**
   * Throws unless an array has at least the length that its shape requires. Meant for scratch and
   * output arrays, which may be longer than needed.
   *
   * @param shape of the array as the message shows it, such as {@code [T×V]}
   */
  public static void capacity(String name, int actual, long needed, String shape) {
    if (actual < needed) {
      throw new IllegalArgumentException(
          name + " must have room for " + needed + " values " + shape + ", had " + actual);
    }
  }

  /**
   * Returns {@code value} if it can be displayed and stored safely, otherwise throws. The value
   * must have at most {@code longest} UTF-16 characters, and no control characters, line separators
   * or bidirectional formatting characters.
   */
  public static String plain(String name, String value, int longest) {
    if (value.length() > longest) {
      throw new IllegalArgumentException(
          name + " must have at most " + longest + " characters, had " + value.length());
    }
    for (int c : value.chars().toArray()) {
      if (isHidden(c)) {
        throw new IllegalArgumentException(
            name + " must have no control characters, had " + String.format("U+%04X", c));
      }
    }
    return value;
  }

  private static boolean isHidden(int c) {
    boolean isSeparatorOrEmbedding = c >= 0x2028 && c <= 0x202E;
    boolean isDirectionalIsolate = c >= 0x2066 && c <= 0x2069;
    return Character.isISOControl(c) || isSeparatorOrEmbedding || isDirectionalIsolate;
  }
}
