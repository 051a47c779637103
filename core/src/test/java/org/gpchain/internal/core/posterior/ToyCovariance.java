package org.gpchain.internal.core.posterior;

import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.SparseRows;

/**
 * A covariance in which all scores are independent and have the same standard deviation, twice as
 * much with the residual.
 *
 * @param deviation standard deviation of a score without the residual
 */
public record ToyCovariance(int labelCount, double deviation) implements ScoreCovariance {
  @Override
  public LatentGaussian.Sampler deviations(
      SparseRows x, int from, int length, boolean withResidual, double[] pairwiseVariance) {
    double scale = withResidual ? 2 * deviation : deviation;
    return (seed, count) -> {
      Draws draws = new Draws(seed);
      float[][] unary = new float[count][];
      float[][] pairwise = new float[count][pairwiseVariance.length];
      for (int s = 0; s < count; s++) {
        unary[s] = draws.floats(length * labelCount, scale);
        for (int i = 0; i < pairwiseVariance.length; i++) {
          pairwise[s][i] = draws.floats(1, Math.sqrt(pairwiseVariance[i]))[0];
        }
      }
      return new LatentSamples(unary, pairwise);
    };
  }
}
