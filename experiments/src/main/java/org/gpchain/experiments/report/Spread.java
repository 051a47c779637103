package org.gpchain.experiments.report;

import java.util.Arrays;
import java.util.Locale;

/**
 * A mean and how far the figures scatter around it.
 *
 * @param mean of the figures
 * @param sd standard deviation of the figures, of which a sample of n has n − 1 degrees of freedom;
 *     NaN if unknown
 */
public record Spread(double mean, double sd) {
  /** Mean and standard deviation of figures; the latter is NaN if there is only one. */
  public static Spread of(double... figures) {
    double mean = Arrays.stream(figures).average().orElse(Double.NaN);
    double squares = Arrays.stream(figures).map(x -> (x - mean) * (x - mean)).sum();
    return new Spread(
        mean, figures.length > 1 ? Math.sqrt(squares / (figures.length - 1)) : Double.NaN);
  }

  /** This in other units. */
  public Spread times(double factor) {
    return new Spread(factor * mean, factor * sd);
  }

  /** Such as {@code 5.17 (0.41)}, or {@code 5.17} if the standard deviation is unknown. */
  public String text(int decimals) {
    return Double.isNaN(sd)
        ? number(mean, decimals)
        : number(mean, decimals) + " (" + number(sd, decimals) + ")";
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
