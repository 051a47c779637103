package org.gpchain.experiments.papers;

import java.util.List;
import java.util.Optional;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.MeanSd;

/**
 * Token errors (percent) in the GPstruct papers: mean and standard deviation over the same five
 * folds, on base NP, chunking, segmentation and Japanese NE.
 */
enum PublishedMethod {
  SVM_STRUCT("SVM-struct", 5.91, 0.44, 9.79, 0.97, 16.21, 2.21, 5.64, 0.82),
  CRF("CRF", 5.92, 0.23, 8.29, 0.77, 14.94, 5.65, 5.11, 0.66),
  GP_ESS("GP-ESS", 4.81, 0.47, 8.77, 1.08, 14.88, 1.80, 5.83, 0.83),
  GP_VAR_B("GP-VAR-B", 5.17, 0.41, 8.76, 1.09, 15.61, 1.90, 5.23, 0.68),
  GP_VAR_S("GP-VAR-S", 5.27, 0.24, 10.02, 0.41, 14.97, 1.38, 4.99, 0.41),
  GP_VAR_P("GP-VAR-P", 5.37, 0.33, 9.58, 0.87, 15.16, 1.57, 4.80, 0.65);

  /** Name in tables. */
  final String displayName;

  /** Means and standard deviations on the small training sets, {@code [tasks × 2]}. */
  @SuppressWarnings("ImmutableEnumChecker") // never modified
  private final double[] small;

  PublishedMethod(String displayName, double... small) {
    this.displayName = displayName;
    this.small = small;
  }

  /** Returns the token error (percent), or empty if none was published. */
  Optional<MeanSd> error(GpstructTask task, boolean large) {
    if (!large) {
      int column = 2 * List.of(GpstructTask.values()).indexOf(task);
      return Optional.of(new MeanSd(small[column], small[column + 1]));
    }
    if (task != GpstructTask.BASE_NP) {
      return Optional.empty();
    }

    // The errors of the large experiment were published without standard deviations.
    return switch (this) {
      case CRF -> Optional.of(new MeanSd(4.50, Double.NaN));
      case GP_VAR_S -> Optional.of(new MeanSd(5.14, Double.NaN));
      default -> Optional.empty();
    };
  }
}
