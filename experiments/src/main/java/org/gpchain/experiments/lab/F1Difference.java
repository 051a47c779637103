package org.gpchain.experiments.lab;

import java.util.List;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/** The F1 of a method less that of another one on the same sentences. */
public final class F1Difference {
  private F1Difference() {}

  /**
   * @param first counts of each test sentence, at least one sentence
   * @param second counts of the same sentences in the same order
   */
  public static Difference of(
      PairedBootstrap bootstrap, List<SpanCounts> first, List<SpanCounts> second) {
    return bootstrap.difference(sums(first), sums(second), PairedBootstrap::f1);
  }

  private static double[][] sums(List<SpanCounts> counts) {
    return counts.stream().map(PairedBootstrap::sums).toArray(double[][]::new);
  }
}
