package org.gpchain.internal.training.bound;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.Draws;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.posterior.JointGaussian;
import org.gpchain.internal.gp.posterior.JointGradient;

/**
 * A sentence with a joint latent Gaussian.
 *
 * @param q Gaussian with full covariances of f
 * @param labels gold labels, {@code [T]}
 */
public record JointCase(JointGaussian q, int[] labels) {
  public static JointCase random(Draws draws, int length, int labelCount) {
    int pairs = labelCount * labelCount;
    List<Cholesky> factors =
        Stream.generate(() -> Cholesky.ofFactor(draws.factor(length, 0.4, 0.5, 0.9), length))
            .limit(labelCount)
            .toList();
    return new JointCase(
        new JointGaussian(
            draws.normals(length * labelCount, 1),
            factors,
            draws.normals(pairs, 1),
            draws.uniforms(pairs, 0.4, 0.9),
            null),
        draws.indices(length, labelCount));
  }

  /** Returns an estimate that is computed with a new workspace. */
  Estimate estimate(JointEstimator estimator, int samples, long seed) {
    return estimate(estimator, samples, seed, new Workspace());
  }

  Estimate estimate(JointEstimator estimator, int samples, long seed, Workspace workspace) {
    JointGradient gradient = JointGradient.of(q, q.length() * q.length());
    // The estimator must overwrite all elements.
    arrays(gradient).forEach(array -> Arrays.fill(array, Double.NaN));
    double value =
        estimator.estimate(
            new LatentSentence(q, labels),
            RandomSource.XO_SHI_RO_256_PP.create(seed),
            samples,
            workspace,
            gradient);
    return new Estimate(value, gradient);
  }

  private static Stream<double[]> arrays(JointGradient gradient) {
    Stream<double[]> means = Stream.of(gradient.unary(), gradient.pairwise());
    Stream<double[]> covariances =
        Stream.concat(
            Arrays.stream(gradient.unaryCovariance()), Stream.of(gradient.pairwiseCovariance()));
    return Stream.concat(means, covariances);
  }

  /** The result of an estimator. */
  record Estimate(double value, JointGradient gradient) {
    /**
     * Returns the value, then the gradients by the means of f and g and the covariances of f and g.
     */
    double[] flat() {
      return DoubleStream.concat(
              DoubleStream.of(value), arrays(gradient).flatMapToDouble(Arrays::stream))
          .toArray();
    }
  }
}
