package org.gpchain.evaluation.crossvalidation;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** A figure of folds. */
@SuppressWarnings("ImmutableEnumChecker") // its function has no state
enum FoldFigure {
  PRECISION("precision", "precision %", 100, FoldResult::precision),
  RECALL("recall", "recall %", 100, FoldResult::recall),
  F1("f1", "F1 %", 100, FoldResult::f1),
  TOKEN_ERROR("tokenError", "token error %", 100, FoldResult::tokenError),
  NLL("nll", "nll", 1, FoldResult::nll),
  ECE("ece", "ece %", 100, FoldResult::ece),
  SEGMENT_ECE("segmentEce", "segments' ece %", 100, FoldResult::segmentEce);

  private final String key;
  private final String title;
  private final double unit;
  private final Function<FoldResult, Double> value;

  FoldFigure(String key, String title, double unit, Function<FoldResult, Double> value) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.value = value;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Its name in a table. */
  String title() {
    return title;
  }

  /** What it is multiplied with in a table. */
  double unit() {
    return unit;
  }

  /** Its value in a fold; null if it has none. */
  Double of(FoldResult fold) {
    return value.apply(fold);
  }

  /** Its spread over the folds that have it. */
  Spread over(List<FoldResult> folds) {
    return Spread.of(
        folds.stream().map(value).filter(Objects::nonNull).mapToDouble(one -> one).toArray());
  }
}
