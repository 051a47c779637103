package org.gpchain.experiments.lab;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A mean and how far the figures scatter around it.
 *
 * @param mean of the figures
 * @param sd standard deviation of the figures, of which a sample of n has n − 1 degrees of freedom;
 *     NaN if unknown
 */
public record MeanSd(double mean, double sd) {
  /** Mean and standard deviation of figures; the latter is NaN if there is only one. */
  public static MeanSd of(double... figures) {
    double mean = Arrays.stream(figures).average().orElse(Double.NaN);
    double squares = Arrays.stream(figures).map(x -> (x - mean) * (x - mean)).sum();
    return new MeanSd(
        mean, figures.length > 1 ? Math.sqrt(squares / (figures.length - 1)) : Double.NaN);
  }

  /** The same of a figure of each row. */
  public static <R> MeanSd of(List<R> rows, ToDoubleFunction<R> figure) {
    return of(rows.stream().mapToDouble(figure).toArray());
  }

  /** This in other units. */
  public MeanSd times(double factor) {
    return new MeanSd(factor * mean, factor * sd);
  }

  /** Such as {@code 5.17 (0.41)}, or {@code 5.17} if the standard deviation is unknown. */
  public String text(int decimals) {
    return Double.isNaN(sd)
        ? Tables.number(mean, decimals)
        : Tables.number(mean, decimals) + " (" + Tables.number(sd, decimals) + ")";
  }
}
