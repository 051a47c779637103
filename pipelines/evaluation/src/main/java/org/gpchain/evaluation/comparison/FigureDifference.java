package org.gpchain.evaluation.comparison;

import java.util.stream.IntStream;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/**
 * A figure of two labellers.
 *
 * @param first that of the first
 * @param second that of the second
 * @param difference the first less the second
 * @param low lower end of the difference's 95 % interval
 * @param high upper end of it
 * @param verdict {@code better} or {@code worse} if the first is, {@code tie} if the interval
 *     contains 0
 */
public record FigureDifference(
    double first, double second, double difference, double low, double high, String verdict) {
  static FigureDifference of(Figure figure, ComparedText text, PairedBootstrap bootstrap) {
    double[][] first = figure.sums(text.first());
    double[][] second = figure.sums(text.second());
    Difference difference = bootstrap.difference(first, second, figure::ofSums);
    int[] all = IntStream.range(0, first.length).toArray();
    return new FigureDifference(
        figure.ofSums(PairedBootstrap.sum(first, all)),
        figure.ofSums(PairedBootstrap.sum(second, all)),
        difference.value(),
        difference.low(),
        difference.high(),
        verdict(difference, figure.isMerit()));
  }

  private static String verdict(Difference difference, boolean isMerit) {
    if (difference.isTie()) {
      return "tie";
    }
    return difference.low() > 0 == isMerit ? "better" : "worse";
  }
}
