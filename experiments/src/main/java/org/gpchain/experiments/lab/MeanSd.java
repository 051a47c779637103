package org.gpchain.experiments.lab;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A mean and a standard deviation.
 *
 * @param mean the mean
 * @param sd the sample standard deviation, with n − 1 in the denominator; NaN if unknown
 */
public record MeanSd(double mean, double sd) {
  /** Returns the mean and standard deviation of figures. The latter is NaN if there is only one. */
  public static MeanSd of(double... figures) {
    double mean = Arrays.stream(figures).average().orElse(Double.NaN);
    double squares = Arrays.stream(figures).map(x -> (x - mean) * (x - mean)).sum();
    if (figures.length < 2) {
      return new MeanSd(mean, Double.NaN);
    }
    return new MeanSd(mean, Math.sqrt(squares / (figures.length - 1)));
  }

  /** Returns the mean and standard deviation of a figure over rows. */
  public static <R> MeanSd of(List<R> rows, ToDoubleFunction<R> figure) {
    return of(rows.stream().mapToDouble(figure).toArray());
  }

  /** Returns this mean and standard deviation multiplied by a factor. */
  public MeanSd times(double factor) {
    return new MeanSd(factor * mean, factor * sd);
  }

  /**
   * Returns a text such as {@code 5.17 (0.41)}, or {@code 5.17} if the standard deviation is
   * unknown.
   */
  public String text(int decimals) {
    String meanText = Tables.number(mean, decimals);
    if (Double.isNaN(sd)) {
      return meanText;
    }
    return meanText + " (" + Tables.number(sd, decimals) + ")";
  }
}
