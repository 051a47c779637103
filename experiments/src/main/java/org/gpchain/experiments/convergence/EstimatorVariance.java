package org.gpchain.experiments.convergence;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.JointGradient;
import org.gpchain.training.objective.EvidenceLowerBound;
import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.ParameterLayout;
import org.gpchain.training.optim.StepSizes.Range;

/**
 * How much the gradient of an estimator varies from one draw of the noise to another: for each
 * block the variance of a coordinate, averaged over the coordinates of the block. The gradient is
 * that of a sentence with respect to its latent Gaussian, or that of the bound with respect to its
 * parameters; the former may vary a lot in directions that the parameters do not reach.
 *
 * @param unaryMean of {@code ∂/∂E[f]}, or of the range of unary means
 * @param unaryCovariance of {@code ∂/∂Σ_v}, over all entries of all labels' matrices, or of the
 *     range of unary covariances
 * @param pairwiseMean of {@code ∂/∂E[g]}, or of the range of pairwise means
 * @param pairwiseCovariance of {@code ∂/∂Var[g]}, or of the range of pairwise covariances
 */
record EstimatorVariance(
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
   * @throws org.gpchain.training.objective.JointEstimator.LikelihoodException if a log-likelihood
   *     is not a finite number
   */
  static EstimatorVariance measure(
      JointEstimator estimator,
      JointGaussian q,
      int[] labels,
      int samples,
      int replicates,
      long seed) {
    JointGradient gradient = JointGradient.of(q, true);
    Workspace workspace = new Workspace();
    return repeat(
        replicates,
        List.of(
            new double[][] {gradient.unary()},
            gradient.unaryCovariance(),
            new double[][] {gradient.pairwise()},
            new double[][] {gradient.pairwiseCovariance()}),
        r ->
            estimator.estimate(
                q,
                labels,
                RandomSource.XO_SHI_RO_256_PP.create(Seeds.mix(seed, r)),
                samples,
                workspace,
                gradient));
  }

  /**
   * Repeats an estimate of the bound's gradient with independent noise.
   *
   * @param bound whose estimator is to be measured, with its number of samples
   * @param parameters where; not modified
   * @param batch sentences that the gradient is estimated from; not modified
   * @param replicates number of estimates, at least two
   * @param seed of the noise
   * @throws org.gpchain.training.objective.JointEstimator.LikelihoodException if a log-likelihood
   *     is not a finite number
   */
  static EstimatorVariance ofParameters(
      EvidenceLowerBound bound, double[] parameters, int[] batch, int replicates, long seed) {
    ParameterLayout layout = bound.layout();
    List<Range> ranges =
        List.of(
            layout.unaryMean(),
            layout.unaryCovariance(),
            layout.pairwiseMean(),
            layout.pairwiseCovariance());
    List<double[][]> blocks = ranges.stream().map(r -> new double[1][r.to() - r.from()]).toList();
    double[] gradient = new double[bound.parameterCount()];
    return repeat(
        replicates,
        blocks,
        r -> {
          bound.valueAndGradient(parameters, batch, Seeds.mix(seed, r), gradient);
          for (int i = 0; i < ranges.size(); i++) {
            double[] block = blocks.get(i)[0];
            System.arraycopy(gradient, ranges.get(i).from(), block, 0, block.length);
          }
        });
  }

  /** The variances of four blocks of arrays that each estimate writes anew. */
  private static EstimatorVariance repeat(
      int replicates, List<double[][]> blocks, IntConsumer estimate) {
    Checks.atLeast("replicates", replicates, 2);
    List<List<Moments>> moments =
        blocks.stream().map(block -> Arrays.stream(block).map(Moments::new).toList()).toList();
    for (int r = 0; r < replicates; r++) {
      estimate.accept(r);
      moments.forEach(block -> block.forEach(Moments::add));
    }
    double[] mean =
        moments.stream()
            .mapToDouble(
                block -> block.stream().mapToDouble(Moments::variance).average().orElseThrow())
            .toArray();
    return new EstimatorVariance(mean[0], mean[1], mean[2], mean[3]);
  }

  /** Running moments of an array that is written anew again and again (Welford 1962). */
  private static final class Moments {
    private final double[] current;
    private final double[] mean;
    private double squares;
    private int count;

    Moments(double[] current) {
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
