package org.gpchain.core.posterior;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * A mixture over one sentence's scores f, with one Gaussian over g: each sample is drawn from a
 * component that is drawn first.
 */
final class LatentMixture implements LatentGaussian {
  private final double[] weights;
  private final List<JointGaussian> components;
  private final double[] mean;

  /**
   * @param weights π, {@code [K]}, sums to one; kept
   * @param components K Gaussians that agree on g
   */
  LatentMixture(double[] weights, List<JointGaussian> components) {
    this.weights = weights;
    this.components = components;
    this.mean = new double[components.get(0).unaryMean().length];
    for (int k = 0; k < weights.length; k++) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += weights[k] * components.get(k).unaryMean()[i];
      }
    }
  }

  @Override
  public int length() {
    return components.get(0).length();
  }

  @Override
  public int labelCount() {
    return components.get(0).labelCount();
  }

  @Override
  public double[] unaryMean() {
    return mean;
  }

  @Override
  public double[] pairwiseMean() {
    return components.get(0).pairwiseMean();
  }

  @Override
  public LatentSamples draw(UniformRandomProvider rng, int count) {
    SharedStateDiscreteSampler choice = AliasMethodDiscreteSampler.of(rng, weights);
    int[] chosen = choice.samples(count).toArray();
    float[][] unary = new float[count][];
    float[][] pairwise = new float[count][];
    for (int s = 0; s < count; s++) {
      JointGaussian component = components.get(chosen[s]);
      LatentSamples one = component.draw(rng, 1);
      unary[s] = one.unary()[0];
      pairwise[s] = one.pairwise()[0];
      for (int i = 0; i < mean.length; i++) {
        unary[s][i] += (float) (component.unaryMean()[i] - mean[i]);
      }
    }
    return new LatentSamples(unary, pairwise);
  }
}
