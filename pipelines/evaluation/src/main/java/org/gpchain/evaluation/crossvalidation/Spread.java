package org.gpchain.evaluation.crossvalidation;

import java.util.Arrays;

/**
 * Mean and spread of a figure over folds.
 *
 * @param mean its mean; null of no values
 * @param deviation its standard deviation, with n − 1; null of fewer than two values
 */
public record Spread(Double mean, Double deviation) {
  static Spread of(double... values) {
    if (values.length == 0) {
      return new Spread(null, null);
    }
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    return new Spread(mean, values.length == 1 ? null : Math.sqrt(squares / (values.length - 1)));
  }
}
