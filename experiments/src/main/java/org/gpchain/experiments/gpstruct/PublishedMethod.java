package org.gpchain.experiments.gpstruct;

import java.util.Optional;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.report.Spread;

/**
 * Token errors in percent that the GPstruct papers report, over the same five folds: mean and
 * standard deviation.
 */
public enum PublishedMethod {
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
  public String displayName() {
    return displayName;
  }

  /** The token error in percent; empty if none was published. */
  public Optional<Spread> error(GpstructTask task, boolean large) {
    return large ? largeError(task) : Optional.of(error(task));
  }

  private Spread error(GpstructTask task) {
    return switch (task) {
      case BASE_NP ->
          switch (this) {
            case SVM_STRUCT -> new Spread(5.91, 0.44);
            case CRF -> new Spread(5.92, 0.23);
            case GP_ESS -> new Spread(4.81, 0.47);
            case GP_VAR_B -> new Spread(5.17, 0.41);
            case GP_VAR_S -> new Spread(5.27, 0.24);
            case GP_VAR_P -> new Spread(5.37, 0.33);
          };
      case CHUNKING ->
          switch (this) {
            case SVM_STRUCT -> new Spread(9.79, 0.97);
            case CRF -> new Spread(8.29, 0.77);
            case GP_ESS -> new Spread(8.77, 1.08);
            case GP_VAR_B -> new Spread(8.76, 1.09);
            case GP_VAR_S -> new Spread(10.02, 0.41);
            case GP_VAR_P -> new Spread(9.58, 0.87);
          };
      case SEGMENTATION ->
          switch (this) {
            case SVM_STRUCT -> new Spread(16.21, 2.21);
            case CRF -> new Spread(14.94, 5.65);
            case GP_ESS -> new Spread(14.88, 1.80);
            case GP_VAR_B -> new Spread(15.61, 1.90);
            case GP_VAR_S -> new Spread(14.97, 1.38);
            case GP_VAR_P -> new Spread(15.16, 1.57);
          };
      case JAPANESE_NE ->
          switch (this) {
            case SVM_STRUCT -> new Spread(5.64, 0.82);
            case CRF -> new Spread(5.11, 0.66);
            case GP_ESS -> new Spread(5.83, 0.83);
            case GP_VAR_B -> new Spread(5.23, 0.68);
            case GP_VAR_S -> new Spread(4.99, 0.41);
            case GP_VAR_P -> new Spread(4.80, 0.65);
          };
    };
  }

  /** Base NP alone, and without standard deviations. */
  private Optional<Spread> largeError(GpstructTask task) {
    if (task != GpstructTask.BASE_NP) {
      return Optional.empty();
    }
    return switch (this) {
      case GP_VAR_S -> Optional.of(new Spread(5.14, Double.NaN));
      case CRF -> Optional.of(new Spread(4.50, Double.NaN));
      case SVM_STRUCT, GP_ESS, GP_VAR_B, GP_VAR_P -> Optional.empty();
    };
  }
}
