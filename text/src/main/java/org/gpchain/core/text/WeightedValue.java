package org.gpchain.core.text;

import java.util.Objects;

/**
 * A value of a cell in a weighted column, such as a part-of-speech tag and its probability.
 *
 * @param value the value, not null
 * @param weight weight of the value in its cell, in (0, 1]
 */
public record WeightedValue(String value, double weight) {
  /**
   * Creates a weighted value.
   *
   * @throws IllegalArgumentException if the weight is not in (0, 1]
   */
  public WeightedValue {
    Objects.requireNonNull(value, "value");
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "the weight of the value '" + value + "' must be in (0, 1], was " + weight);
    }
  }
}
