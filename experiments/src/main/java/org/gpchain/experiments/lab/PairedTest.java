package org.gpchain.experiments.lab;

import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;
import org.gpchain.internal.core.math.Checks;

/**
 * Student's paired t-test between the figures of two methods on the same folds or seeds. The test
 * assumes independent folds. Because training sentences of folds may overlap, the p-values may be
 * too small and the intervals too narrow.
 *
 * @param difference mean of the first method's figures minus mean of the second method's
 * @param p two-sided p-value; NaN for a single pair
 * @param low lower end of the 95 % confidence interval; NaN for a single pair
 * @param high upper end of the 95 % confidence interval; NaN for a single pair
 */
public record PairedTest(double difference, double p, double low, double high) {
  private static final double UPPER_TAIL = 0.025;

  /**
   * Compares two methods.
   *
   * @param first figures of the first method; not modified
   * @param second figures of the second method on the same folds in the same order; not modified
   */
  public static PairedTest of(double[] first, double[] second) {
    int folds = first.length;
    Checks.length("figures of the second method", second.length, folds, "[folds]");

    double[] differences = new double[folds];
    for (int i = 0; i < folds; i++) {
      differences[i] = first[i] - second[i];
    }
    MeanSd spread = MeanSd.of(differences);
    double mean = spread.mean();
    if (folds < 2) {
      return new PairedTest(mean, Double.NaN, Double.NaN, Double.NaN);
    }

    double quantile = TDistribution.of(folds - 1.0).inverseSurvivalProbability(UPPER_TAIL);
    double halfWidth = quantile * spread.sd() / Math.sqrt(folds);
    double p = 1;
    // Without a difference, the test statistic may be 0/0.
    if (mean != 0) {
      p = TTest.withDefaults().pairedTest(first, second).getPValue();
    }
    return new PairedTest(mean, p, mean - halfWidth, mean + halfWidth);
  }

  /** Returns the difference and its interval multiplied by a factor. */
  public PairedTest times(double factor) {
    return new PairedTest(factor * difference, p, factor * low, factor * high);
  }

  /** Returns a text such as {@code +1.20 (+0.41 to +1.99)}, or {@code +1.20} for a single pair. */
  public String text(int decimals) {
    String number = "%+." + decimals + "f";
    if (Double.isNaN(low)) {
      return Tables.format(number, difference);
    }
    String format = number + " (" + number + " to " + number + ")";
    return Tables.format(format, difference, low, high);
  }
}
