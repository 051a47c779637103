package org.gpchain.experiments.lab;

import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;
import org.gpchain.internal.core.math.Checks;

/**
 * The mean difference between the figures of two methods on the same folds or seeds, by Student's
 * t. It takes the folds as independent; as their training sentences may overlap, its p-values are
 * rather too small and its intervals too narrow.
 *
 * @param difference mean of the first method's figures minus the second's
 * @param p probability of a difference at least as large, to either side, if the means are the
 *     same; NaN for a single pair
 * @param low lower end of the 95 % interval; NaN for a single pair
 * @param high upper end; NaN for a single pair
 */
public record PairedTest(double difference, double p, double low, double high) {
  private static final double UPPER_TAIL = 0.025;

  /**
   * Compares two methods.
   *
   * @param first figures of one; not modified
   * @param second figures of the other on the same folds in the same order; not modified
   */
  public static PairedTest of(double[] first, double[] second) {
    Checks.length("figures of the second method", second.length, first.length, "[folds]");
    int n = first.length;
    MeanSd spread =
        MeanSd.of(IntStream.range(0, n).mapToDouble(i -> first[i] - second[i]).toArray());
    double mean = spread.mean();
    if (n < 2) {
      return new PairedTest(mean, Double.NaN, Double.NaN, Double.NaN);
    }
    double half =
        TDistribution.of(n - 1.0).inverseSurvivalProbability(UPPER_TAIL)
            * spread.sd()
            / Math.sqrt(n);
    // Without a difference the statistic may be 0/0.
    double p = mean == 0 ? 1 : TTest.withDefaults().pairedTest(first, second).getPValue();
    return new PairedTest(mean, p, mean - half, mean + half);
  }

  /** The difference and its interval in other units. */
  public PairedTest times(double factor) {
    return new PairedTest(factor * difference, p, factor * low, factor * high);
  }

  /** Such as {@code +1.20 (+0.41 to +1.99)}; without interval for a single pair. */
  public String text(int decimals) {
    String number = "%+." + decimals + "f";
    return Double.isNaN(low)
        ? Tables.format(number, difference)
        : Tables.format(number + " (" + number + " to " + number + ")", difference, low, high);
  }
}
