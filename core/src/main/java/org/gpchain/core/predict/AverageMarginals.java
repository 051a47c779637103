package org.gpchain.core.predict;

import org.apache.commons.rng.UniformRandomProvider;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.LatentGaussian;
import org.gpchain.core.posterior.LatentSamples;

/**
 * The predictive marginals of a sentence: {@code p(y_t = v) = E_q[p(y_t = v | f, g)]}, averaged
 * over samples of a latent Gaussian, or at its mean. Immutable.
 */
public final class AverageMarginals {
  private final MarginalInference inference;
  private final int samples;

  /**
   * @param inference over label sequences
   * @param samples number of samples; 0 for the mean
   */
  public AverageMarginals(MarginalInference inference, int samples) {
    this.inference = inference;
    this.samples = Checks.atLeast("samples", samples, 0);
  }

  /**
   * Adds the marginals of one Gaussian.
   *
   * @param q posterior over the sentence
   * @param weight what they are multiplied by, such as the weight of a component of a mixture
   * @param rng source of the noise; not used for the mean
   * @param workspace scratch space of the calling thread
   * @param marginalsInOut {@code [T×V]}; modified
   */
  public void add(
      LatentGaussian q,
      double weight,
      UniformRandomProvider rng,
      Workspace workspace,
      double[] marginalsInOut) {
    double[] unary = q.unaryMean().clone();
    double[] pairwise = q.pairwiseMean().clone();
    if (samples == 0) {
      addOne(q, unary, pairwise, weight, workspace, marginalsInOut);
      return;
    }
    LatentSamples drawn = q.draw(rng, samples);
    for (int s = 0; s < samples; s++) {
      for (int i = 0; i < unary.length; i++) {
        unary[i] = q.unaryMean()[i] + drawn.unary()[s][i];
      }
      for (int i = 0; i < pairwise.length; i++) {
        pairwise[i] = q.pairwiseMean()[i] + drawn.pairwise()[s][i];
      }
      addOne(q, unary, pairwise, weight / samples, workspace, marginalsInOut);
    }
  }

  private void addOne(
      LatentGaussian q,
      double[] unary,
      double[] pairwise,
      double weight,
      Workspace workspace,
      double[] marginalsInOut) {
    double[] marginals = new double[unary.length];
    inference.lattice(unary, pairwise, q.length(), workspace).marginals(marginals);
    for (int i = 0; i < marginals.length; i++) {
      marginalsInOut[i] += weight * marginals[i];
    }
  }
}
