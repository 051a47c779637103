package org.gpchain.internal.core.file;

import java.io.IOException;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;

/**
 * Mean weights and transition scores of decoupled posteriors in model files. The codecs of
 * covariances and of samples build on it.
 */
public final class DecoupledCodec implements PosteriorCodec {
  /** Array of the mean weights, {@code [D×V]}. */
  public static final String WEIGHTS = ArrayBytes.PREFIX + "weights";

  /** Array of the mean transition scores, {@code [V×V]}. */
  public static final String PAIRWISE_MEAN = ArrayBytes.PREFIX + "pairwise-mean";

  /** Array of the transition scores of each sample, {@code [S×V×V]}. */
  public static final String SAMPLE_PAIRWISE = ArrayBytes.PREFIX + "sample-pairwise";

  /** Array of the first entry of each inducing point, {@code [M+1]}. */
  public static final String INDUCING_STARTS = ArrayBytes.PREFIX + "inducing-starts";

  /** Array of the features of the inducing points. */
  public static final String INDUCING_FEATURES = ArrayBytes.PREFIX + "inducing-features";

  /** Array of the integers of the inducing points' vectors, {@code [N×E]}. */
  public static final String INDUCING_VECTORS = ArrayBytes.PREFIX + "inducing-vectors";

  /** Array of the exponent of each of these vectors, {@code [N]}. */
  public static final String INDUCING_EXPONENTS = ArrayBytes.PREFIX + "inducing-exponents";

  /** Array of the number of the vector of each block of the inducing points, {@code [M×B]}. */
  public static final String INDUCING_BLOCKS = ArrayBytes.PREFIX + "inducing-blocks";

  /** Array of the factors of the precisions of inducing values, {@code [V×M(M+1)/2]}. */
  public static final String PRECISION = ArrayBytes.PREFIX + "precision-factors";

  private static final String PAIRWISE_VARIANCE = ArrayBytes.PREFIX + "pairwise-variance";

  @Override
  public Kind kind() {
    return Kind.WEIGHTS;
  }

  @Override
  public boolean writes(Posterior posterior) {
    return posterior instanceof DecoupledPosterior decoupled && !decoupled.hasCovariance();
  }

  @Override
  public Entry write(Posterior posterior, ArrayOutput arrays) {
    writeMean((DecoupledPosterior) posterior, arrays);
    return Entry.NONE;
  }

  /** Writes the mean of a posterior and the variances of its transition scores. */
  public static void writeMean(DecoupledPosterior posterior, ArrayOutput arrays) {
    arrays.add(WEIGHTS, posterior.weights());
    arrays.add(PAIRWISE_MEAN, posterior.pairwiseMean());
    arrays.add(PAIRWISE_VARIANCE, posterior.pairwiseVariance());
  }

  /** Reads a posterior without its covariance, whose arrays are skipped. */
  @Override
  public DecoupledPosterior read(Source source) throws IOException {
    DecoupledPosterior mean = readMean(source);
    source
        .arrays()
        .skip(
            INDUCING_STARTS,
            INDUCING_FEATURES,
            INDUCING_VECTORS,
            INDUCING_EXPONENTS,
            INDUCING_BLOCKS,
            PRECISION);
    return mean;
  }

  /** Reads the mean of a posterior and the variances of its transition scores. */
  public static DecoupledPosterior readMean(Source source) throws IOException {
    ArrayInput arrays = source.arrays();
    int v = source.shape().labelCount();
    long size = (long) v * source.shape().featureCount();

    float[] weights = arrays.floats(WEIGHTS, size, true);
    double[] mean = arrays.doubles(PAIRWISE_MEAN, (long) v * v);
    double[] variance = arrays.doubles(PAIRWISE_VARIANCE, mean.length, 0, ArrayInput.LARGEST);
    return new DecoupledPosterior(v, weights, mean, variance, null);
  }
}
