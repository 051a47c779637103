package org.gpchain.experiments.variance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.gpchain.evaluation.TextTable;
import org.gpchain.experiments.variance.GradientVariances.Compared;

/** Variances of gradient estimators as text for people, the same in every locale. */
final class VarianceTable {
  private final List<List<String>> rows = new ArrayList<>();

  /** A table without any row but its head. */
  VarianceTable() {
    List<String> head = new ArrayList<>(List.of("where", "gradient by", "estimator"));
    Arrays.stream(GradientBlock.values()).map(GradientBlock::toString).forEach(head::add);
    rows.add(head);
  }

  /**
   * Adds a row with the variances of the score function without control variate, and for each other
   * estimator a row with the ratios to them; for either gradient.
   *
   * @param where the learner is
   * @param measured what was measured there
   */
  void add(String where, Map<Compared, GradientVariances> measured) {
    add(where, "parameters", measured, GradientVariances::parameters);
    add(where, "latent scores", measured, GradientVariances::latent);
  }

  private void add(
      String where,
      String gradient,
      Map<Compared, GradientVariances> measured,
      Function<GradientVariances, EstimatorVariance> which) {
    measured.forEach(
        (estimator, variances) -> {
          List<String> row = new ArrayList<>(List.of(where, gradient));
          row.add(name(estimator) + (estimator == Compared.NONE ? ": variance" : ": ratio to it"));
          for (GradientBlock block : GradientBlock.values()) {
            double figure =
                estimator == Compared.NONE
                    ? block.of(which.apply(variances))
                    : ratio(block, measured, estimator, which);
            row.add(String.format(Locale.ROOT, "%.3g", figure));
          }
          rows.add(row);
        });
  }

  /** The variance of an estimator in units of the score function's without control variate. */
  static double ratio(
      GradientBlock block,
      Map<Compared, GradientVariances> measured,
      Compared estimator,
      Function<GradientVariances, EstimatorVariance> which) {
    return block.of(which.apply(measured.get(estimator)))
        / block.of(which.apply(measured.get(Compared.NONE)));
  }

  /** What an estimator is called. */
  static String name(Compared estimator) {
    return switch (estimator) {
      case NONE -> "no control variate";
      case SPLIT -> "split";
      case LEAVE_ONE_OUT -> "leave one out";
      case ANTITHETIC_SPLIT -> "antithetic split";
      case PATHWISE -> "pathwise";
    };
  }

  /** All rows. */
  String text() {
    return TextTable.aligned(rows, 3);
  }
}
