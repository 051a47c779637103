package org.gpchain.experiments.gpstruct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.Spread;
import org.junit.jupiter.api.Test;

class GpstructTableTest {
  @Test
  void showsOurFiguresBesideThePublishedOnes() {
    assertThat(GpstructTable.of(Results.MADE_UP, false))
        .isEqualToNormalizingNewlines(
            """
            task      method     folds  error % (sd)  published % (sd)         nll (sd)   ece % (sd)  seconds/fold (sd)
            base NP   gp-var-s       2   6.00 (1.41)       5.27 (0.24)  0.2000 (0.0707)  2.00 (1.41)       13.00 (0.71)
            base NP   decoupled      1          6.00                 -           0.2000         2.00               0.25
            chunking  gp-var-b       1         10.00       8.76 (1.09)              NaN          NaN               1.00

            published error % (sd)   SVM-struct          CRF       GP-ESS     GP-VAR-B      GP-VAR-S     GP-VAR-P
            base NP                 5.91 (0.44)  5.92 (0.23)  4.81 (0.47)  5.17 (0.41)   5.27 (0.24)  5.37 (0.33)
            chunking                9.79 (0.97)  8.29 (0.77)  8.77 (1.08)  8.76 (1.09)  10.02 (0.41)  9.58 (0.87)
            """);
  }

  @Test
  void largeExperimentsHaveFiguresOfTheirOwn() {
    List<FoldResult> results = List.of(Results.MADE_UP.get(0), Results.MADE_UP.get(3));
    assertThat(GpstructTable.of(results, true))
        .isEqualToNormalizingNewlines(
            """
            task      method    folds  error % (sd)  published % (sd)  nll (sd)  ece % (sd)  seconds/fold (sd)
            base NP   gp-var-s      1          5.00              5.14    0.1500        1.00              12.50
            chunking  gp-var-b      1         10.00                 -       NaN         NaN               1.00

            published error % (sd)  SVM-struct   CRF  GP-ESS  GP-VAR-B  GP-VAR-S  GP-VAR-P
            base NP                          -  4.50       -         -      5.14         -
            chunking                         -     -       -         -         -         -
            """);
  }

  @Test
  void methodsAreComparedOnTheFoldsThatBothHave() {
    List<FoldResult> results = new ArrayList<>(Results.MADE_UP);
    results.add(
        new FoldResult(
            GpstructTask.BASE_NP,
            GpstructMethod.DECOUPLED,
            2,
            1002,
            2002,
            new FoldScore(0.04, 0.15, 0.02, 0.25)));
    assertThat(GpstructTable.of(results, false))
        .containsPattern("base NP  gp-var-s - decoupled +2 +\\+1.00 +0.705 +\\+0.0250 +0.795");
    assertThat(GpstructTable.of(Results.MADE_UP, false)).doesNotContain("t-test");
  }

  /**
   * Errors of 5, 7 and 8 % now, and of 6, 9 and 9 % earlier: t = −4 with two degrees of freedom.
   */
  @Test
  void methodsAreComparedWithThemselvesInEarlierResults() {
    List<FoldResult> now = new ArrayList<>(folds(GpstructMethod.DECOUPLED, 0.05, 0.07, 0.08));
    now.addAll(folds(GpstructMethod.PATHWISE, 0.5));
    List<FoldResult> earlier = new ArrayList<>(folds(GpstructMethod.PATHWISE, 0.4, 0.4));
    earlier.addAll(folds(GpstructMethod.DECOUPLED, 0.06, 0.09, 0.09));
    assertThat(GpstructTable.against(now, earlier))
        .isEqualToNormalizingNewlines(
            """

            task     against earlier results (paired t-test)  folds  error, percentage points      p      nll      p
            base NP  decoupled                                    3                     -1.33  0.057  +0.0000  1.000
            """);
    assertThat(GpstructTable.against(now, now)).containsPattern("decoupled +3 +\\+0.00 +1.000");
  }

  @Test
  void foldsOfOtherSentencesAreNotCompared() {
    List<FoldResult> small = folds(GpstructMethod.DECOUPLED, 0.05, 0.07);
    List<FoldResult> large =
        small.stream()
            .map(
                fold ->
                    new FoldResult(
                        fold.task(), fold.method(), fold.fold(), 10_000, 9_000, fold.score()))
            .toList();
    assertThat(GpstructTable.against(small, large)).isEmpty();
  }

  /** Folds from 1 on with these errors. */
  private static List<FoldResult> folds(GpstructMethod method, double... errors) {
    return IntStream.range(0, errors.length)
        .mapToObj(
            i ->
                new FoldResult(
                    GpstructTask.BASE_NP,
                    method,
                    i + 1,
                    1001 + i,
                    2001 + i,
                    new FoldScore(errors[i], 0.25, 0.01, 1)))
        .toList();
  }

  @Test
  void aFoldHasALine() {
    assertThat(Results.MADE_UP.get(1).line())
        .isEqualTo("base NP, gp-var-s, fold 2: error 7.00 %, nll 0.2500, ece 3.00 %, 13.50 s");
  }

  @Test
  void everyTaskHasEveryPublishedFigureOfTheSmallExperiments() {
    for (GpstructTask task : GpstructTask.values()) {
      for (PublishedMethod method : PublishedMethod.values()) {
        Spread error = method.error(task, false).orElseThrow();
        assertThat(error.mean()).isBetween(4.8, 16.3);
        assertThat(error.sd()).isBetween(0.2, 5.7);
      }
    }
  }
}
