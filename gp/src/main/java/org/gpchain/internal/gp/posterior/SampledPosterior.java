package org.gpchain.internal.gp.posterior;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentGaussian;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.Posterior;

/**
 * A posterior that is represented by samples, such as thinned draws of a Markov chain. Each sample
 * has a weight for each feature and label, and transition scores. By default, predictions average
 * over all samples (eq. 10 of the GPstruct paper). Immutable; arrays are shared with the caller,
 * not copied.
 *
 * @param mean mean of the samples
 * @param samples the S samples, as posteriors without a covariance
 */
public record SampledPosterior(DecoupledPosterior mean, List<DecoupledPosterior> samples)
    implements Posterior {
  /**
   * Creates a posterior.
   *
   * @throws IllegalArgumentException if there is no sample, or the shapes do not fit
   */
  public SampledPosterior {
    Checks.atLeast("number of samples", samples.size(), 1);
    for (DecoupledPosterior sample : samples) {
      Checks.length("weights of a sample", sample.weights().length, mean.weights().length, "[D×V]");
      Checks.length("labels of a sample", sample.labelCount(), mean.labelCount(), "[V]");
    }
    samples = List.copyOf(samples);
  }

  /**
   * Returns the posterior with given samples, and computes their mean.
   *
   * @param labelCount number of labels V
   * @param weights weights of each sample, {@code [D×V]} row-major each; retained, not copied
   * @param pairwise transition scores of each sample, {@code [V×V]} each; retained, not copied
   */
  public static SampledPosterior of(
      int labelCount, List<float[]> weights, List<double[]> pairwise) {
    Checks.atLeast("number of samples", weights.size(), 1);
    Checks.length("pairwise", pairwise.size(), weights.size(), "[S]");

    double share = 1.0 / weights.size();
    double[] sum = new double[weights.get(0).length];
    double[] transitions = new double[labelCount * labelCount];
    for (int s = 0; s < weights.size(); s++) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += share * weights.get(s)[i];
      }
      ScaledSums.add(share, pairwise.get(s), transitions.length, transitions);
    }

    float[] meanWeights = new float[sum.length];
    for (int i = 0; i < meanWeights.length; i++) {
      meanWeights[i] = (float) sum[i];
    }
    DecoupledPosterior mean = DecoupledPosterior.plugIn(labelCount, meanWeights, transitions);

    List<DecoupledPosterior> samples = new ArrayList<>();
    for (int s = 0; s < weights.size(); s++) {
      samples.add(DecoupledPosterior.plugIn(labelCount, weights.get(s), pairwise.get(s)));
    }
    return new SampledPosterior(mean, samples);
  }

  @Override
  public int labelCount() {
    return mean.labelCount();
  }

  @Override
  public int featureCount() {
    return mean.featureCount();
  }

  @Override
  public double[] pairwiseMean() {
    return mean.pairwiseMean();
  }

  @Override
  public float[] featureWeights() {
    return mean.weights();
  }

  @Override
  public int ownSamples() {
    return samples.size();
  }

  @Override
  public void unaryMean(SparseRows x, int from, int length, double[] unaryOut) {
    mean.unaryMean(x, from, length, unaryOut);
  }

  @Override
  public LatentGaussian latent(SparseRows x, int from, int length, boolean withResidual) {
    double[] unary = new double[length * labelCount()];
    unaryMean(x, from, length, unary);
    return new LatentGaussian(
        unary, mean.pairwiseMean(), (seed, count) -> deviations(x, from, unary, count));
  }

  /**
   * Returns the deviations of {@code count} samples from the mean for one sentence. The samples are
   * chosen at equal distances. If there are exactly {@code count} samples, each is chosen once.
   *
   * @param unary mean of f for the sentence, {@code [T×V]}; not modified
   */
  private LatentSamples deviations(SparseRows x, int from, double[] unary, int count) {
    float[][] deviations = new float[count][];
    float[][] pairwise = new float[count][];
    double[] scores = new double[unary.length];
    for (int i = 0; i < count; i++) {
      DecoupledPosterior sample = samples.get((int) ((i + 0.5) * samples.size() / count));
      sample.unaryMean(x, from, unary.length / labelCount(), scores);
      deviations[i] = LatentSamples.difference(scores, unary);
      pairwise[i] = LatentSamples.difference(sample.pairwiseMean(), mean.pairwiseMean());
    }
    return new LatentSamples(deviations, pairwise);
  }
}
