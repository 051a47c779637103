package org.gpchain.experiments.lab;

/**
 * An axis of a plot.
 *
 * @param name what is measured, and its unit
 * @param logarithmic whether equal ratios are equally far apart; figures that are not positive are
 *     left out then
 * @param max where it ends: what is beyond is cut off; NaN for the largest figure
 */
public record Axis(String name, boolean logarithmic, double max) {
  /** An axis up to the largest figure. */
  public static Axis linear(String name) {
    return new Axis(name, false, Double.NaN);
  }

  /** A logarithmic axis up to the largest figure. */
  public static Axis logarithmic(String name) {
    return new Axis(name, true, Double.NaN);
  }

  /** Whether a figure can be shown. */
  boolean shows(double figure) {
    return Double.isFinite(figure) && !(logarithmic && figure <= 0);
  }
}
