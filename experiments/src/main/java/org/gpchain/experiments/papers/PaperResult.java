package org.gpchain.experiments.papers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.gpchain.experiments.gpstruct.FoldStage;
import org.gpchain.experiments.report.PairedTTest;
import org.gpchain.experiments.report.Spread;

/**
 * What came of one row and task.
 *
 * @param settings what was run, as text: results of other settings are not mixed
 * @param folds in their order
 */
record PaperResult(String settings, List<Fold> folds) {
  /**
   * A fold.
   *
   * @param fold its number, from 1
   * @param commit of the code that made it; null if it was not said
   * @param error share of tokens whose likeliest label is wrong
   * @param nll mean −log marginal probability of the gold label
   * @param ece expected calibration error
   * @param seconds processor time
   * @param stages how good predictions were on the way; empty if that was not looked at
   */
  record Fold(
      int fold,
      String commit,
      double error,
      double nll,
      double ece,
      double seconds,
      List<FoldStage> stages) {
    /** Copies the stages; results of earlier versions have none. */
    Fold {
      stages = stages == null ? List.of() : List.copyOf(stages);
    }
  }

  /** Copies the folds. */
  PaperResult {
    folds = List.copyOf(folds);
  }

  /** With another fold. */
  PaperResult with(Fold fold) {
    List<Fold> all = new ArrayList<>(folds);
    all.add(fold);
    return new PaperResult(settings, all);
  }

  /** Whether a fold is there. */
  boolean has(int fold) {
    return folds.stream().anyMatch(one -> one.fold() == fold);
  }

  /** Mean and standard deviation of a figure. */
  Spread spread(ToDoubleFunction<Fold> figure) {
    return Spread.of(folds.stream().mapToDouble(figure).toArray());
  }

  /** A paired t-test on the folds that both have; empty if there are fewer than two. */
  Optional<PairedTTest> against(PaperResult other, ToDoubleFunction<Fold> figure) {
    List<Fold> common = folds.stream().filter(fold -> other.has(fold.fold())).toList();
    if (common.size() < 2) {
      return Optional.empty();
    }
    double[] theirs =
        common.stream()
            .mapToDouble(fold -> figure.applyAsDouble(other.fold(fold.fold())))
            .toArray();
    return Optional.of(PairedTTest.of(common.stream().mapToDouble(figure).toArray(), theirs));
  }

  /** A fold that is there. */
  Fold fold(int number) {
    return folds.stream().filter(one -> one.fold() == number).findFirst().orElseThrow();
  }
}
