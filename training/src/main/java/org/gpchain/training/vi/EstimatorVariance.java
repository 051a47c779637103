package org.gpchain.training.vi;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;

/**
 * How much the gradient of an estimator varies from one draw of the noise to another: for each
 * block the variance of a coordinate, averaged over the coordinates of the block.
 *
 * @param unaryMean of {@code ∂/∂E[f]}
 * @param unaryCovariance of {@code ∂/∂Σ_v}, over all entries of all labels' matrices
 * @param pairwiseMean of {@code ∂/∂E[g]}
 * @param pairwiseCovariance of {@code ∂/∂Var[g]}
 */
public record EstimatorVariance(
    double unaryMean, double unaryCovariance, double pairwiseMean, double pairwiseCovariance) {

  /**
   * Repeats an estimate with independent noise.
   *
   * @param estimator what to measure
   * @param q the latent Gaussian of one sentence; not modified
   * @param labels gold labels, {@code [T]}; not modified
   * @param samples number of samples S of each estimate
   * @param replicates number of estimates, at least two
   * @param seed of the noise
   * @throws LikelihoodException if a log-likelihood is not a finite number
   */
  public static EstimatorVariance measure(
      JointEstimator estimator,
      JointGaussian q,
      int[] labels,
      int samples,
      int replicates,
      long seed) {
    Checks.atLeast("replicates", replicates, 2);
    JointGradient gradient = JointGradient.of(q, true);
    Workspace workspace = new Workspace();
    Spread unaryMean = new Spread(gradient.unary());
    Spread[] unaryCovariance =
        Arrays.stream(gradient.unaryCovariance()).map(Spread::new).toArray(Spread[]::new);
    Spread pairwiseMean = new Spread(gradient.pairwise());
    Spread pairwiseCovariance = new Spread(gradient.pairwiseCovariance());
    for (int r = 0; r < replicates; r++) {
      long own = Seeds.mix(seed, r);
      estimator.estimate(
          q, labels, RandomSource.XO_SHI_RO_256_PP.create(own), samples, workspace, gradient);
      unaryMean.add();
      for (Spread matrix : unaryCovariance) {
        matrix.add();
      }
      pairwiseMean.add();
      pairwiseCovariance.add();
    }
    return new EstimatorVariance(
        unaryMean.variance(),
        Arrays.stream(unaryCovariance).mapToDouble(Spread::variance).average().orElseThrow(),
        pairwiseMean.variance(),
        pairwiseCovariance.variance());
  }

  /** Running moments of an array that is written anew again and again (Welford 1962). */
  private static final class Spread {
    private final double[] current;
    private final double[] mean;
    private double squares;
    private int count;

    Spread(double[] current) {
      this.current = current;
      this.mean = new double[current.length];
    }

    void add() {
      count++;
      for (int i = 0; i < mean.length; i++) {
        double deviation = current[i] - mean[i];
        mean[i] += deviation / count;
        squares += deviation * (current[i] - mean[i]);
      }
    }

    double variance() {
      return squares / (count - 1) / mean.length;
    }
  }
}
