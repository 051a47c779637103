package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.util.Arrays;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Prior;
import org.gpchain.core.math.Workspace;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.graybox.GrayBoxChain;
import org.gpchain.experiments.graybox.GrayBoxChain.Likelihood;
import org.gpchain.experiments.graybox.SparsePrediction;
import org.gpchain.training.Mean;
import org.gpchain.training.Progress;
import org.gpchain.training.TrainerSettings;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.decoupled.MeanFit;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.SparseSettings;
import org.gpchain.training.hyper.KernelLearner;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;

/** The learner of each method. No setting depends on the task. */
final class FoldLearners {
  /** Prior variances to begin with, the same for all feature groups. */
  static final Prior PRIOR = Prior.of(1, 1, 1);

  /** Posterior samples that predictions are averaged over. */
  private static final int PREDICTION_SAMPLES = 200;

  private static final Schedule BATCH_SCHEDULE = new Schedule(3, 15, 8, 3, 1, false);

  /** Of the papers' stochastic methods. */
  static final Schedule STOCHASTIC_SCHEDULE = new Schedule(3, 120, 60, 3, 8, true);

  private FoldLearners() {}

  /** The learner of a method. */
  static FoldLearner of(GpstructMethod method) {
    return switch (method) {
      case GP_ESS -> new EssLearner();
      case DECOUPLED ->
          (data, fold, settings, stages) -> decoupled(data, fold, settings, given(data));
      case KERNEL_LEARNING ->
          (data, fold, settings, stages) ->
              decoupled(data, fold, settings, learned(data, fold, settings));
      case PATHWISE ->
          new GrayBox(
              method, Likelihood.CHAIN, Method.BATCH, Estimator.PATHWISE, Schedule.PATHWISE);
      case GP_VAR_B ->
          new GrayBox(
              method, Likelihood.CHAIN, Method.BATCH, Estimator.SCORE_FUNCTION, BATCH_SCHEDULE);
      case GP_VAR_S ->
          new GrayBox(
              method, Likelihood.CHAIN, Method.SAGA, Estimator.SCORE_FUNCTION, STOCHASTIC_SCHEDULE);
      case GP_VAR_P ->
          new GrayBox(
              method,
              Likelihood.PIECEWISE,
              Method.SAGA,
              Estimator.SCORE_FUNCTION,
              STOCHASTIC_SCHEDULE);
      case GP_VAR_P_UNCORRECTED ->
          new GrayBox(
              method,
              Likelihood.PIECEWISE_UNCORRECTED,
              Method.SAGA,
              Estimator.SCORE_FUNCTION,
              STOCHASTIC_SCHEDULE);
    };
  }

  private static Prior given(GpstructData data) {
    return Prior.of(groupCount(data), 1, 1);
  }

  private static int groupCount(GpstructData data) {
    return Arrays.stream(data.features().groupOfFeature()).max().orElse(0) + 1;
  }

  /** By kernel learning. */
  static Prior learned(GpstructData data, int fold, GpstructSettings settings) {
    LabeledRows train = data.fold(fold).train();
    return new KernelLearner(
            TrainerSettings.DEFAULT.prior().learning(), settings.run(), Progress.NONE)
        .learn(
            train,
            data.features().groupOfFeature(),
            given(data),
            new LinearChain(train.labelCount()))
        .prior();
  }

  private static double[][] decoupled(
      GpstructData data, int fold, GpstructSettings settings, Prior prior) {
    Mean mean =
        MeanFit.mostProbable(
            data.fold(fold).train(),
            data.features().groupOfFeature(),
            prior,
            TrainerSettings.DEFAULT.optimization(),
            settings.run());
    LabeledRows test = data.fold(fold).test();
    LinearChain chain = new LinearChain(test.labelCount());
    Workspace workspace = new Workspace();
    double[][] marginals = new double[test.sentenceCount()][];
    for (int n = 0; n < marginals.length; n++) {
      double[] unary = new double[test.length(n) * test.labelCount()];
      test.unary(n, mean.weights(), unary);
      marginals[n] = new double[unary.length];
      chain.lattice(unary, mean.transitions(), test.length(n), workspace).marginals(marginals[n]);
    }
    return marginals;
  }

  /**
   * The papers' gray-box learner.
   *
   * @param name of the method, for its checkpoints
   * @param likelihood what to learn by
   * @param method how the bound is maximised
   * @param estimator of expectations
   * @param schedule how much is done of what
   */
  private record GrayBox(
      GpstructMethod name,
      Likelihood likelihood,
      Method method,
      Estimator estimator,
      Schedule schedule)
      implements FoldLearner {
    @Override
    public double[][] marginals(
        GpstructData data, int fold, GpstructSettings settings, Stages stages) throws IOException {
      GrayBoxForm form = settings.form();
      LabeledRows train = data.fold(fold).train();
      Prior prior =
          form.kernel() == GrayBoxForm.GrayBoxKernel.LEARNED
              ? learned(data, fold, settings)
              : PRIOR;
      boolean fixed = form.kernel().isFixed() && data.embeddings().isEmpty();
      int samples = estimator == Estimator.PATHWISE ? SparseSettings.SAMPLES : settings.samples();
      GrayBoxSettings own =
          new GrayBoxSettings(
              new Posterior(
                  form.inducing(), form.components(), form.covariance(), CovarianceForm.DIAGONAL),
              prior,
              new Estimation(estimator, samples, form.controlVariate(), false),
              method,
              (fixed ? schedule.withHyper(0) : schedule).withRounds(form.rounds()),
              settings.control().stopping(),
              settings.run());
      Kernel kernel =
          form.kernel()
              .form()
              .over(
                  form.kernel().base(data.features().groupOfFeature(), prior.groupVariance()),
                  data.embeddings(),
                  train.rows(),
                  settings.run().seed());
      LabeledRows test = data.fold(fold).test();
      SparsePrediction prediction =
          new SparsePrediction(PREDICTION_SAMPLES, true, settings.run().seed());
      int threads = settings.run().threads();
      return GrayBoxChain.learn(
              train,
              kernel,
              likelihood,
              own,
              settings.control().of(data.task(), name, fold),
              chain -> stages.reached(() -> chain.get().marginals(test, prediction, threads)))
          .marginals(test, prediction, threads);
    }
  }
}
