package org.gpchain.experiments.report;

import java.util.Locale;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.StudentT;

/**
 * The mean difference between the figures of two methods on the same folds or seeds, and its 95 %
 * interval by Student's t.
 *
 * @param mean of the differences, the first method's figure minus the second's
 * @param low lower end; NaN for a single pair
 * @param high upper end; NaN for a single pair
 */
public record PairedInterval(double mean, double low, double high) {
  private static final double CONFIDENCE = 0.95;

  /**
   * Compares two methods.
   *
   * @param first figures of one; not modified
   * @param second figures of the other on the same folds in the same order; not modified
   */
  public static PairedInterval of(double[] first, double[] second) {
    Checks.length("figures of the second method", second.length, first.length, "[folds]");
    int n = first.length;
    Spread spread =
        Spread.of(IntStream.range(0, n).mapToDouble(i -> first[i] - second[i]).toArray());
    double half =
        n == 1 ? Double.NaN : StudentT.quantile(CONFIDENCE, n - 1) * spread.sd() / Math.sqrt(n);
    return new PairedInterval(spread.mean(), spread.mean() - half, spread.mean() + half);
  }

  /** This in other units. */
  public PairedInterval times(double factor) {
    return new PairedInterval(factor * mean, factor * low, factor * high);
  }

  /** Such as {@code +1.20 (+0.41 to +1.99)}; without interval for a single pair. */
  public String text(int decimals) {
    String number = "%+." + decimals + "f";
    return Double.isNaN(low)
        ? String.format(Locale.ROOT, number, mean)
        : String.format(
            Locale.ROOT, number + " (" + number + " to " + number + ")", mean, low, high);
  }
}
