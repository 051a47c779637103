package org.gpchain.experiments.papers;

import java.util.Arrays;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.papers.GrayBoxFoldLearner.Likelihood;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.training.Mean;
import org.gpchain.internal.training.TrainerSettings;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.decoupled.MeanFit;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Method;
import org.gpchain.internal.training.graybox.GrayBoxSettings.RoundSteps;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.hyper.KernelLearner;
import org.gpchain.training.Progress;

/** The learners of the methods. No setting depends on the task. */
final class FoldLearners {
  /** Initial prior variances, which are the same for all feature groups. */
  private static final Prior PRIOR = Prior.of(1, 1, 1);

  /** Schedule of GP-VAR-B. */
  private static final Schedule BATCH_SCHEDULE =
      new Schedule(3, new RoundSteps(15, 8, 3), 1, false);

  /** Schedule of the papers' stochastic methods. */
  private static final Schedule STOCHASTIC_SCHEDULE =
      new Schedule(3, new RoundSteps(120, 60, 3), 8, true);

  private FoldLearners() {}

  /** Returns the learner of a method. */
  static FoldLearner of(GpstructMethod method) {
    return switch (method) {
      case GP_ESS -> new EssLearner();
      case DECOUPLED ->
          (data, fold, row, bench, stages) -> decoupled(data, fold, bench, given(data));
      case KERNEL_LEARNING ->
          (data, fold, row, bench, stages) ->
              decoupled(data, fold, bench, learned(data, fold, bench));
      case PATHWISE ->
          new GrayBoxFoldLearner(Likelihood.CHAIN, Method.BATCH, true, Schedule.PATHWISE);
      case GP_VAR_B ->
          new GrayBoxFoldLearner(Likelihood.CHAIN, Method.BATCH, false, BATCH_SCHEDULE);
      case GP_VAR_S -> stochastic(Likelihood.CHAIN);
      case GP_VAR_P -> stochastic(Likelihood.PIECEWISE);
      case GP_VAR_P_UNCORRECTED -> stochastic(Likelihood.PIECEWISE_UNCORRECTED);
    };
  }

  private static FoldLearner stochastic(Likelihood likelihood) {
    return new GrayBoxFoldLearner(likelihood, Method.SAGA, false, STOCHASTIC_SCHEDULE);
  }

  /** Returns the prior variances of the decoupled posterior without kernel learning. */
  private static Prior given(GpstructData data) {
    return Prior.of(groupCount(data), 1, 1);
  }

  private static int groupCount(GpstructData data) {
    return Arrays.stream(data.features().groupOfFeature()).max().orElse(0) + 1;
  }

  /** Returns the prior variances from kernel learning on the training sentences of a fold. */
  static Prior learned(GpstructData data, int fold, FoldBench bench) {
    LabeledRows train = data.fold(fold).train();
    LinearChain chain = new LinearChain(train.labelCount());
    KernelLearner learner =
        new KernelLearner(TrainerSettings.DEFAULT.prior().learning(), bench.run(), Progress.NONE);
    int[] groups = data.features().groupOfFeature();
    return learner.learn(train, groups, given(data), chain).prior();
  }

  /** Returns the marginals of the test sentences under the MAP estimate. */
  private static double[][] decoupled(GpstructData data, int fold, FoldBench bench, Prior prior) {
    Mean mean =
        MeanFit.mostProbable(
            data.fold(fold).train(),
            data.features().groupOfFeature(),
            prior,
            TrainerSettings.DEFAULT.optimization(),
            bench.run().seed());

    double[] weights = mean.weights().get();
    LabeledRows test = data.fold(fold).test();
    LinearChain chain = new LinearChain(test.labelCount());
    Workspace workspace = new Workspace();
    double[][] marginals = new double[test.sentenceCount()][];
    for (int n = 0; n < marginals.length; n++) {
      double[] unary = new double[test.length(n) * test.labelCount()];
      test.unary(n, weights, unary);
      marginals[n] = new double[unary.length];
      chain.lattice(unary, mean.transitions(), test.length(n), workspace).marginals(marginals[n]);
    }
    return marginals;
  }

  /** Returns the kernel of a row, with kernels of word vectors if the data has them. */
  static Kernel kernel(GpstructData data, LabeledRows train, PaperRow row, Prior prior, long seed) {
    GrayBoxForm.GrayBoxKernel kernel = row.form().kernel();
    AdditiveLinearKernel base =
        kernel.base(data.features().groupOfFeature(), prior.groupVariance());
    return kernel.form().over(base, data.embeddings(), train.rows(), seed);
  }

  /** Returns the initial prior variances of a row. */
  static Prior prior(GpstructData data, int fold, PaperRow row, FoldBench bench) {
    if (row.form().kernel() == GrayBoxForm.GrayBoxKernel.LEARNED) {
      return learned(data, fold, bench);
    }
    return PRIOR;
  }
}
