package org.gpchain.internal.training.bound;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;

/** The expectation of a {@link GaussianLikelihood} in closed form, without sampling. */
final class GaussianExpectation implements JointEstimator {
  private final GaussianLikelihood likelihood;

  GaussianExpectation(GaussianLikelihood likelihood) {
    this.likelihood = likelihood;
  }

  @Override
  public int labelCount() {
    return likelihood.labelCount();
  }

  @Override
  public double estimate(
      LatentSentence sentence,
      UniformRandomProvider rng,
      int samples,
      Workspace workspace,
      JointGradient out) {
    JointGaussian q = sentence.q();
    int[] labels = sentence.labels();
    double atMean =
        likelihood.logLikelihoodAndGradient(
            q.unaryMean(), q.pairwiseMean(), labels, workspace, out.unary(), out.pairwise());
    double trace = 0;

    for (int v = 0; v < labelCount(); v++) {
      trace += Arrays.stream(q.unaryFactor().get(v).lower()).map(c -> c * c).sum();
      minusHalf(out.unaryCovariance()[v], labels.length + 1);
    }

    trace += Arrays.stream(q.pairwiseDeviation()).map(s -> s * s).sum();
    minusHalf(out.pairwiseCovariance(), 1);
    return atMean - 0.5 * trace;
  }

  private static void minusHalf(double[] matrix, int step) {
    Arrays.fill(matrix, 0);
    for (int i = 0; i < matrix.length; i += step) {
      matrix[i] = -0.5;
    }
  }
}
