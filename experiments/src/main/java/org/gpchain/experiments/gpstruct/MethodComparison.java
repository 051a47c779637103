package org.gpchain.experiments.gpstruct;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.PairedTTest;

/**
 * Two methods, or two versions of one, on the folds of one task that both have learned.
 *
 * @param first folds of one
 * @param second the same folds of the other, in the same order, at least two
 */
record MethodComparison(List<FoldResult> first, List<FoldResult> second) {
  /** All pairs of methods that have two folds of a task or more in common. */
  static List<MethodComparison> of(List<FoldResult> results) {
    List<FoldSummary> summaries = FoldSummary.of(results);
    List<MethodComparison> comparisons = new ArrayList<>();
    for (int i = 0; i < summaries.size(); i++) {
      for (int j = i + 1; j < summaries.size(); j++) {
        MethodComparison comparison = of(summaries.get(i), summaries.get(j));
        if (comparison.first.size() > 1) {
          comparisons.add(comparison);
        }
      }
    }
    return comparisons;
  }

  /**
   * Each method and itself in other results, where they have two folds of a task or more in common.
   *
   * @param results of the first
   * @param others of the second
   */
  static List<MethodComparison> of(List<FoldResult> results, List<FoldResult> others) {
    List<MethodComparison> comparisons = new ArrayList<>();
    for (FoldSummary one : FoldSummary.of(results)) {
      for (FoldSummary other : FoldSummary.of(others)) {
        MethodComparison comparison = of(one, other);
        if (one.method() == other.method() && comparison.first.size() > 1) {
          comparisons.add(comparison);
        }
      }
    }
    return comparisons;
  }

  private static MethodComparison of(FoldSummary one, FoldSummary other) {
    List<FoldResult> first = new ArrayList<>();
    List<FoldResult> second = new ArrayList<>();
    for (FoldResult a : one.folds()) {
      for (FoldResult b : other.folds()) {
        if (isSameFold(a, b)) {
          first.add(a);
          second.add(b);
        }
      }
    }
    return new MethodComparison(first, second);
  }

  /** Small and large experiments have folds of the same number, but not of the same sentences. */
  private static boolean isSameFold(FoldResult a, FoldResult b) {
    return a.task() == b.task()
        && a.fold() == b.fold()
        && a.trainTokens() == b.trainTokens()
        && a.testTokens() == b.testTokens();
  }

  /** The task. */
  GpstructTask task() {
    return first.get(0).task();
  }

  /** Such as {@code decoupled - gp-var-s}. */
  String methods() {
    return first.get(0).method() + " - " + second.get(0).method();
  }

  /** The method, if both have the same. */
  String method() {
    return first.get(0).method().toString();
  }

  /** Number of folds. */
  int folds() {
    return first.size();
  }

  /** Whether one figure differs. */
  PairedTTest test(ToDoubleFunction<FoldScore> figure) {
    return PairedTTest.of(figures(first, figure), figures(second, figure));
  }

  private static double[] figures(List<FoldResult> folds, ToDoubleFunction<FoldScore> figure) {
    return folds.stream().mapToDouble(fold -> figure.applyAsDouble(fold.score())).toArray();
  }
}
