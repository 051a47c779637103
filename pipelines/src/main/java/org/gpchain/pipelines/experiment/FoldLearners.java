package org.gpchain.pipelines.experiment;

import java.util.Arrays;
import org.gpchain.core.kernel.AdditiveLinearKernel;
import org.gpchain.training.learn.PlugInMean;
import org.gpchain.training.vi.LabeledRows;

/** The learner of each method. */
final class FoldLearners {
  private static final double VARIANCE = 1;
  private static final double PAIRWISE_VARIANCE = 1;
  private static final int ITERATIONS = 200;

  private FoldLearners() {}

  /** The learner of a method. */
  static FoldLearner of(GpstructMethod method) {
    return switch (method) {
      case DECOUPLED -> FoldLearners::decoupled;
      case GP_VAR_B, GP_VAR_S, GP_VAR_P, PATHWISE ->
          throw new IllegalStateException("not there yet");
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
            ITERATIONS,
            context.threads(),
            context.seed())
        .marginals(test);
  }
}
