package org.gpchain.training.optim;

import org.gpchain.core.math.Checks;

/**
 * When an optimiser stops.
 *
 * @param iterations steps at most
 * @param relativeDecrease stop when the value has fallen by less than this share of itself within
 *     {@code window} steps
 * @param window number of steps over which the decrease is measured
 * @param gradientNorm stop when ‖gradient‖ ≤ gradientNorm · max(1, ‖parameters‖)
 */
public record StopRule(int iterations, double relativeDecrease, int window, double gradientNorm) {
  /** Checks the numbers. */
  public StopRule {
    Checks.atLeast("iterations", iterations, 1);
    Checks.atLeast("window", window, 1);
    if (!(relativeDecrease >= 0) || !(gradientNorm >= 0)) {
      throw new IllegalArgumentException(
          "relativeDecrease and gradientNorm must not be negative, were "
              + relativeDecrease
              + " and "
              + gradientNorm);
    }
  }

  /**
   * Stops after the given number of steps, or when ten of them gain less than a hundred-thousandth.
   */
  public static StopRule afterIterations(int iterations) {
    return new StopRule(iterations, 1e-5, 10, 1e-5);
  }
}
