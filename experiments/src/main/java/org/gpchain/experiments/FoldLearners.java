package org.gpchain.experiments;

import java.util.Arrays;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.decoupled.KernelChain;
import org.gpchain.training.decoupled.PlugInMean;
import org.gpchain.training.graybox.GrayBoxChain;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Posterior;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.SparsePrediction;
import org.gpchain.training.graybox.SparseSettings;
import org.gpchain.training.hyper.KernelListener;
import org.gpchain.training.hyper.KernelSettings;
import org.gpchain.training.hyper.LearnedVariances;
import org.gpchain.training.objective.CovarianceForm;

/** The learner of each method. No setting depends on the task. */
final class FoldLearners {
  /** Prior variance of each feature group to begin with. */
  static final double VARIANCE = 1;

  /** Prior variance of transition scores to begin with. */
  static final double PAIRWISE_VARIANCE = 1;

  private static final int PLUG_IN_ITERATIONS = 200;

  /** Posterior samples that predictions are averaged over. */
  private static final int PREDICTION_SAMPLES = 200;

  private static final Schedule BATCH_SCHEDULE = new Schedule(3, 15, 8, 3, 1, false);

  /** Of the papers' stochastic methods. */
  static final Schedule STOCHASTIC_SCHEDULE = new Schedule(3, 120, 60, 3, 8, true);

  private static final LearnedVariances START =
      new LearnedVariances(new double[] {VARIANCE}, PAIRWISE_VARIANCE, Double.NaN);

  private FoldLearners() {}

  /** The learner of a method. */
  static FoldLearner of(GpstructMethod method) {
    return switch (method) {
      case DECOUPLED -> FoldLearners::decoupled;
      case KERNEL_LEARNING -> FoldLearners::kernelLearning;
      case PATHWISE ->
          grayBox(
              GrayBoxChain.Likelihood.CHAIN, Method.BATCH, Estimator.PATHWISE, Schedule.PATHWISE);
      case GP_VAR_B ->
          grayBox(
              GrayBoxChain.Likelihood.CHAIN,
              Method.BATCH,
              Estimator.SCORE_FUNCTION,
              BATCH_SCHEDULE);
      case GP_VAR_S ->
          grayBox(
              GrayBoxChain.Likelihood.CHAIN,
              Method.SAGA,
              Estimator.SCORE_FUNCTION,
              STOCHASTIC_SCHEDULE);
      case GP_VAR_P ->
          grayBox(
              GrayBoxChain.Likelihood.PIECEWISE,
              Method.SAGA,
              Estimator.SCORE_FUNCTION,
              STOCHASTIC_SCHEDULE);
    };
  }

  private static FoldLearner grayBox(
      GrayBoxChain.Likelihood likelihood, Method method, Estimator estimator, Schedule schedule) {
    return (train, groupOfFeature, test, context) -> {
      GrayBoxForm form = context.form();
      boolean kernelFirst = form.kernel() == GrayBoxForm.GrayBoxKernel.LEARNED;
      LearnedVariances variances =
          kernelFirst ? learnKernel(train, groupOfFeature, context) : START;
      boolean fixed = kernelFirst && context.embeddings().isEmpty();
      int samples = estimator == Estimator.PATHWISE ? SparseSettings.SAMPLES : context.samples();
      GrayBoxSettings settings =
          new GrayBoxSettings(
              new Posterior(
                  form.inducing(), form.components(), form.covariance(), CovarianceForm.DIAGONAL),
              Arrays.stream(variances.groups()).boxed().toList(),
              variances.pairwise(),
              new Estimation(estimator, samples, form.controlVariate(), false),
              method,
              fixed ? schedule.withHyper(0) : schedule,
              context.control().stopping(),
              context.threads(),
              context.seed());
      return GrayBoxChain.learn(
              train,
              form.kernel()
                  .form()
                  .over(
                      form.kernel().base(groupOfFeature, variances.groups()),
                      context.embeddings(),
                      train.rows(),
                      context.seed()),
              likelihood,
              settings,
              context.control().of(context.task(), context.method(), context.fold()))
          .marginals(
              test,
              new SparsePrediction(PREDICTION_SAMPLES, true, context.seed()),
              context.threads());
    };
  }

  private static double[][] decoupled(
      LabeledRows train, int[] groupOfFeature, LabeledRows test, FoldContext context) {
    double[] groupVariance = new double[Arrays.stream(groupOfFeature).max().orElse(-1) + 1];
    Arrays.fill(groupVariance, VARIANCE);
    return PlugInMean.learn(
            train,
            AdditiveLinearKernel.of(groupOfFeature, groupVariance),
            PAIRWISE_VARIANCE,
            PLUG_IN_ITERATIONS,
            context.threads(),
            context.seed())
        .marginals(test);
  }

  private static LearnedVariances learnKernel(
      LabeledRows train, int[] groupOfFeature, FoldContext context) {
    return KernelChain.learn(
        train,
        groupOfFeature,
        Arrays.stream(groupOfFeature).max().orElse(0) + 1,
        KernelSettings.of(context.threads(), context.seed()),
        KernelListener.SILENT);
  }

  private static double[][] kernelLearning(
      LabeledRows train, int[] groupOfFeature, LabeledRows test, FoldContext context) {
    LearnedVariances variances = learnKernel(train, groupOfFeature, context);
    return PlugInMean.learn(
            train,
            AdditiveLinearKernel.of(groupOfFeature, variances.groups()),
            variances.pairwise(),
            PLUG_IN_ITERATIONS,
            context.threads(),
            context.seed())
        .marginals(test);
  }
}
