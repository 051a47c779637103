package org.gpchain.experiments.papers;

import java.util.Optional;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.lab.MeanSd;

/**
 * Token errors in percent that the GPstruct papers report, over the same five folds: mean and
 * standard deviation on base NP, chunking, segmentation and Japanese NE.
 */
enum PublishedMethod {
  SVM_STRUCT("SVM-struct"),
  CRF("CRF"),
  GP_ESS("GP-ESS"),
  GP_VAR_B("GP-VAR-B"),
  GP_VAR_S("GP-VAR-S"),
  GP_VAR_P("GP-VAR-P");

  private final String displayName;

  PublishedMethod(String displayName) {
    this.displayName = displayName;
  }

  /** The name in tables. */
  String displayName() {
    return displayName;
  }

  /** The token error in percent; empty if none was published. */
  Optional<MeanSd> error(GpstructTask task, boolean large) {
    if (!large) {
      int column =
          switch (task) {
            case BASE_NP -> 0;
            case CHUNKING -> 2;
            case SEGMENTATION -> 4;
            case JAPANESE_NE -> 6;
          };
      return Optional.of(new MeanSd(small()[column], small()[column + 1]));
    }
    // Base NP alone, and without standard deviations.
    boolean known = task == GpstructTask.BASE_NP && (this == GP_VAR_S || this == CRF);
    return known
        ? Optional.of(new MeanSd(this == CRF ? 4.50 : 5.14, Double.NaN))
        : Optional.empty();
  }

  private double[] small() {
    return switch (this) {
      case SVM_STRUCT -> new double[] {5.91, 0.44, 9.79, 0.97, 16.21, 2.21, 5.64, 0.82};
      case CRF -> new double[] {5.92, 0.23, 8.29, 0.77, 14.94, 5.65, 5.11, 0.66};
      case GP_ESS -> new double[] {4.81, 0.47, 8.77, 1.08, 14.88, 1.80, 5.83, 0.83};
      case GP_VAR_B -> new double[] {5.17, 0.41, 8.76, 1.09, 15.61, 1.90, 5.23, 0.68};
      case GP_VAR_S -> new double[] {5.27, 0.24, 10.02, 0.41, 14.97, 1.38, 4.99, 0.41};
      case GP_VAR_P -> new double[] {5.37, 0.33, 9.58, 0.87, 15.16, 1.57, 4.80, 0.65};
    };
  }
}
