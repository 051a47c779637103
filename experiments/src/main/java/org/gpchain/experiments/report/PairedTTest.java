package org.gpchain.experiments.report;

import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.StudentT;

/**
 * Student's paired t-test, two-sided: whether the figures of two methods on the same folds have the
 * same mean. It takes the folds as independent; as their training sentences may overlap, its
 * p-values are rather too small.
 *
 * @param difference mean of the first method's figures minus the second's
 * @param p probability of a difference at least as large if the means are the same
 */
public record PairedTTest(double difference, double p) {
  /**
   * Compares two methods.
   *
   * @param first figures of one, at least two; not modified
   * @param second figures of the other on the same folds in the same order; not modified
   */
  public static PairedTTest of(double[] first, double[] second) {
    Checks.atLeast("number of folds", first.length, 2);
    Checks.length("figures of the second method", second.length, first.length, "[folds]");
    int n = first.length;
    Spread spread =
        Spread.of(IntStream.range(0, n).mapToDouble(i -> first[i] - second[i]).toArray());
    double t = spread.mean() / (spread.sd() / Math.sqrt(n));
    // 0/0: all differences are 0.
    return new PairedTTest(
        spread.mean(), spread.mean() == 0 ? 1 : 1 - StudentT.central(Math.abs(t), n - 1));
  }
}
