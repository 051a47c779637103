package org.gpchain.internal.training.bound;

import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.Seeds;

/**
 * Mean and standard error of {@link JointCase.Estimate#flat} over independent repetitions.
 *
 * @param mean mean of each coordinate
 * @param standardError standard error of each mean
 */
public record Replicates(double[] mean, double[] standardError) {
  public static Replicates of(
      JointEstimator estimator, JointCase c, int samples, int count, long seed) {
    Workspace workspace = new Workspace();
    double[] mean = {};
    double[] squares = {};

    for (int r = 0; r < count; r++) {
      long seedOfRepetition = Seeds.mix(seed, r);
      double[] estimate = c.estimate(estimator, samples, seedOfRepetition, workspace).flat();
      if (r == 0) {
        mean = new double[estimate.length];
        squares = new double[estimate.length];
      }
      for (int i = 0; i < estimate.length; i++) {
        double deviation = estimate[i] - mean[i];
        mean[i] += deviation / (r + 1);
        squares[i] += deviation * (estimate[i] - mean[i]);
      }
    }

    double[] standardError = new double[mean.length];
    for (int i = 0; i < mean.length; i++) {
      standardError[i] = Math.sqrt(squares[i] / (count - 1) / count);
    }
    return new Replicates(mean, standardError);
  }
}
