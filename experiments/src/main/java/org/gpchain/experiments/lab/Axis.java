package org.gpchain.experiments.lab;

/**
 * An axis of a plot, up to the largest figure.
 *
 * @param name what is measured, and its unit
 * @param logarithmic whether equal ratios are equally far apart; figures that are not positive are
 *     left out then
 */
public record Axis(String name, boolean logarithmic) {
  /** An axis on which equal differences are equally far apart. */
  public static Axis linear(String name) {
    return new Axis(name, false);
  }

  /** An axis on which equal ratios are equally far apart. */
  public static Axis logarithmic(String name) {
    return new Axis(name, true);
  }

  /** Whether a figure can be shown. */
  boolean shows(double figure) {
    return Double.isFinite(figure) && !(logarithmic && figure <= 0);
  }
}
