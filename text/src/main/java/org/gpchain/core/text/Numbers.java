package org.gpchain.core.text;

import java.util.Locale;

/** Formatting of numbers in messages and reports, independent of the default locale. */
public final class Numbers {
  private Numbers() {}

  /** Returns {@link String#format(Locale, String, Object...)} in the root locale. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** Returns a number with a fixed number of decimals, such as {@code 0.25}. */
  public static String fixed(double value, int decimals) {
    return format("%." + decimals + "f", value);
  }

  /**
   * Returns a share as a percentage, such as {@code 93.21 %}.
   *
   * @param share where 1 is 100 %
   */
  public static String percent(double share, int decimals) {
    return fixed(100 * share, decimals) + " %";
  }

  /** Returns a number and a noun, such as {@code 1 token} or {@code 1234 tokens}. */
  public static String plural(long number, String noun) {
    return number + " " + inflect(number, noun);
  }

  /** Returns a number with thousands separators and a noun, such as {@code 1,234 tokens}. */
  public static String grouped(long number, String noun) {
    return count(number) + " " + inflect(number, noun);
  }

  private static String inflect(long number, String noun) {
    return number == 1 ? noun : noun + "s";
  }

  /** Returns a whole number with thousands separators, such as {@code 1,234}. */
  public static String count(long number) {
    return format("%,d", number);
  }
}
