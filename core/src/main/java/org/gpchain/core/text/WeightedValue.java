package org.gpchain.core.text;

import java.util.Objects;

/**
 * One of the values of a cell, and how much of the cell it is, such as a part of speech and its
 * probability.
 *
 * @param weight in (0, 1]
 */
public record WeightedValue(String value, double weight) {
  public WeightedValue {
    Objects.requireNonNull(value, "value");
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "the weight of the value '" + value + "' must be in (0, 1], was " + weight);
    }
  }
}
