package org.gpchain.experiments.gpstruct;

import java.util.List;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;

/** Made-up results. */
final class Results {
  /** Two folds of one task with one of the papers' methods, and one fold of two others. */
  static final List<FoldResult> MADE_UP =
      List.of(
          result(GpstructTask.BASE_NP, GpstructMethod.GP_VAR_S, 1, 0.05, 0.15, 0.01, 12.5),
          result(GpstructTask.BASE_NP, GpstructMethod.GP_VAR_S, 2, 0.07, 0.25, 0.03, 13.5),
          result(GpstructTask.BASE_NP, GpstructMethod.DECOUPLED, 1, 0.06, 0.2, 0.02, 0.25),
          result(
              GpstructTask.CHUNKING, GpstructMethod.GP_VAR_B, 1, 0.1, Double.NaN, Double.NaN, 1));

  static final GrayBoxForm FORM =
      new GrayBoxForm(
          GrayBoxForm.GrayBoxKernel.LINEAR,
          20,
          1,
          3,
          CovarianceForm.DIAGONAL,
          ControlVariate.SPLIT,
          null,
          List.of("U00"));

  private Results() {}

  private static FoldResult result(
      GpstructTask task,
      GpstructMethod method,
      int fold,
      double error,
      double nll,
      double ece,
      double seconds) {
    return new FoldResult(
        task, method, fold, 1000 + fold, 2000 + fold, new FoldScore(error, nll, ece, seconds));
  }
}
