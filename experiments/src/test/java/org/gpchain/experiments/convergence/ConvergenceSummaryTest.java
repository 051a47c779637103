package org.gpchain.experiments.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.junit.jupiter.api.Test;

class ConvergenceSummaryTest {
  private static ConvergenceResult result(int fold, ConvergenceMethod method, double... bounds) {
    List<Point> points =
        IntStream.range(0, bounds.length).mapToObj(i -> new Point(i, bounds[i])).toList();
    return new ConvergenceResult(fold, method, new GrayBoxTrace(points, new double[4]), 2);
  }

  /** The best final bounds are 100 and 200: near are 101 and 202. */
  private static final List<ConvergenceResult> RESULTS =
      List.of(
          result(1, ConvergenceMethod.SAGA, 300, 150, 101, 102, 100),
          result(1, ConvergenceMethod.SGD, 300, 110, 130, 90, 120),
          result(2, ConvergenceMethod.SAGA, 400, 202, 202, 201, 200),
          result(2, ConvergenceMethod.SGD, 400, 300, Double.NaN, 250, Double.NaN));

  @Test
  void countsPassesToTheBestOfTheFold() {
    List<ConvergenceSummary> summaries = ConvergenceSummary.of(RESULTS);
    assertThat(summaries.get(0).passes()).containsExactly(2, 1);
    assertThat(summaries.get(1).passes()).containsExactly(3);
  }

  @Test
  void theTailIsTheLastQuarter() {
    assertThat(result(1, ConvergenceMethod.SGD, 9, 8, 7, 6, 5).tailSpread()).isNaN();
    assertThat(result(1, ConvergenceMethod.SGD, 9, 8, 7, 6, 5, 4, 3, 2, 4).tailSpread())
        .isCloseTo(Math.sqrt(2), within(1e-12));
  }

  @Test
  void curvesAreAveragedPointByPoint() {
    ConvergenceSummary saga = ConvergenceSummary.of(RESULTS).get(0);
    assertThat(saga.passAxis()).containsExactly(0, 1, 2, 3, 4);
    assertThat(saga.meanCurve()).containsExactly(350, 176, 151.5, 151.5, 150);
    assertThat(saga.curves()).hasSize(2);
  }

  @Test
  void theTableShowsWhatIsKnown() {
    assertThat(ConvergenceTable.of(RESULTS))
        .isEqualToNormalizingNewlines(
            """
            method  folds  start -bound (sd)  final -bound (sd)  spread in last quarter  passes to 1 % of best (sd)  folds there  seconds/fold (sd)
            saga        2     350.00 (70.71)     150.00 (70.71)                       -                   1.5 (0.7)            2        2.00 (0.00)
            sgd         2     350.00 (70.71)                NaN                       -                         3.0            1        2.00 (0.00)
            """);
  }
}
