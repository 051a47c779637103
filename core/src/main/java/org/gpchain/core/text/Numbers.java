package org.gpchain.core.text;

import java.util.Locale;

/** Numbers as text for people, the same in every locale. */
public final class Numbers {
  private Numbers() {}

  /** A text with numbers in it, as {@link String#format} has it. */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A number with so many decimals, such as {@code 0.25}. */
  public static String fixed(double value, int decimals) {
    return format("%." + decimals + "f", value);
  }

  /** A share in percent with so many decimals, such as {@code 93.21 %}. */
  public static String percent(double share, int decimals) {
    return fixed(100 * share, decimals) + " %";
  }

  /** A number of things, such as {@code 1 token} or {@code 1234 tokens}. */
  public static String plural(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** The same with its thousands apart, such as {@code 1,234 tokens}. */
  public static String grouped(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** A whole number, such as {@code 1,234}. */
  public static String count(long number) {
    return format("%,d", number);
  }
}
