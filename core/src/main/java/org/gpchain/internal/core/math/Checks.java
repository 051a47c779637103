package org.gpchain.internal.core.math;

/**
 * Argument checks in positive form, so that NaN fails them. Every message names the argument, its
 * value and the constraint.
 */
public final class Checks {
  private Checks() {}

  public static double positive(String name, double value) {
    if (value > 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be a positive finite number, was " + value);
  }

  public static double finite(String name, double value) {
    if (Double.isFinite(value)) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be a finite number, was " + value);
  }

  public static double notNegative(String name, double value) {
    if (value >= 0 && value < Double.POSITIVE_INFINITY) {
      return value;
    }
    throw new IllegalArgumentException(
        name + " must be a finite number of at least 0, was " + value);
  }

  public static int atLeast(String name, int value, int minimum) {
    if (value >= minimum) {
      return value;
    }
    throw new IllegalArgumentException(name + " must be at least " + minimum + ", was " + value);
  }

  public static int index(String name, int index, int size) {
    if (index >= 0 && index < size) {
      return index;
    }
    throw new IndexOutOfBoundsException(name + " must be in [0, " + size + "), was " + index);
  }

  public static void length(String name, int actual, long expected, String shape) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          name + " must have length " + expected + " " + shape + ", had " + actual);
    }
  }

  /** Checks that an array has at least the length that its shape requires (scratch and output). */
  public static void capacity(String name, int actual, long needed, String shape) {
    if (actual < needed) {
      throw new IllegalArgumentException(
          name + " must have room for " + needed + " values " + shape + ", had " + actual);
    }
  }

  /**
   * Returns a name that can be shown and written anywhere: at most {@code longest} characters, none
   * of them a control character, a separator of lines, or one that turns the direction of writing.
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
    return Character.isISOControl(c)
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
