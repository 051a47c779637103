package org.gpchain.core.words;

import java.util.stream.IntStream;

/**
 * The decimal numerals of numbers. Those of small ones are made once: sentences need them over and
 * over, and a string that is used again knows its hash. Immutable.
 */
final class Numerals {
  private final String[] small;

  /**
   * @param smallBelow numbers below it are small
   */
  Numerals(int smallBelow) {
    small = IntStream.range(0, smallBelow).mapToObj(Integer::toString).toArray(String[]::new);
  }

  String get(int number) {
    return number >= 0 && number < small.length ? small[number] : Integer.toString(number);
  }
}
