package org.gpchain.core.model;

import static org.gpchain.core.model.ModelFormatException.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.internal.core.gp.InducingProjection;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.Cholesky;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.InducingCovariance;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.posterior.SampledPosterior;

/** Decoupled posteriors, and samples of them, in model files. */
final class DecoupledCodec {
  static final String WEIGHTS = ArrayBytes.PREFIX + "weights";
  static final String PAIRWISE_MEAN = ArrayBytes.PREFIX + "pairwise-mean";
  static final String PAIRWISE_VARIANCE = ArrayBytes.PREFIX + "pairwise-variance";
  static final String SAMPLE_PAIRWISE = ArrayBytes.PREFIX + "sample-pairwise";
  static final String SAMPLE_WEIGHTS = ArrayBytes.PREFIX + "sample-weights";
  static final String INDUCING_STARTS = ArrayBytes.PREFIX + "inducing-starts";
  static final String INDUCING_FEATURES = ArrayBytes.PREFIX + "inducing-features";
  static final String PRECISION = ArrayBytes.PREFIX + "precision-factors";

  /** In whitened coordinates, in which the prior's is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  private DecoupledCodec() {}

  static void write(SampledPosterior posterior, ArrayOutput arrays) {
    write(posterior.mean(), arrays);
    List<DecoupledPosterior> samples = posterior.samples();
    int size = posterior.mean().weights().length;
    float[] weights = new float[Math.multiplyExact(samples.size(), size)];
    for (int s = 0; s < samples.size(); s++) {
      System.arraycopy(samples.get(s).weights(), 0, weights, s * size, size);
    }
    arrays.add(SAMPLE_PAIRWISE, SparseCodec.joined(samples, DecoupledPosterior::pairwiseMean));
    arrays.add(SAMPLE_WEIGHTS, weights);
  }

  static void write(DecoupledPosterior posterior, ArrayOutput arrays) {
    arrays.add(WEIGHTS, posterior.weights());
    arrays.add(PAIRWISE_MEAN, posterior.pairwiseMean());
    arrays.add(PAIRWISE_VARIANCE, posterior.pairwiseVariance());
    posterior.covariance().ifPresent(covariance -> write(covariance, arrays));
  }

  private static void write(InducingCovariance covariance, ArrayOutput arrays) {
    int m = covariance.projection().size();
    writeInducing(covariance.projection().inducing(), arrays);
    float[] factors = new float[covariance.labelCount() * m * (m + 1) / 2];
    int next = 0;
    for (int v = 0; v < covariance.labelCount(); v++) {
      double[] lower = covariance.precision(v).lower();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
          factors[next++] = (float) lower[i * m + j];
        }
      }
    }
    arrays.add(PRECISION, factors);
  }

  /** Writes inducing points, which are rows of counts. */
  static void writeInducing(SparseRows inducing, ArrayOutput arrays) {
    if (inducing.isWeighted()) {
      throw new IllegalArgumentException("model files keep inducing points without values");
    }
    int[] starts = new int[inducing.rowCount() + 1];
    int[] features = new int[inducing.entryCount()];
    Arrays.setAll(starts, inducing::start);
    Arrays.setAll(features, inducing::column);
    arrays.add(INDUCING_STARTS, starts);
    arrays.add(INDUCING_FEATURES, features);
  }

  static SparseRows inducing(ArrayInput arrays, Manifest.Shape shape) throws IOException {
    int[] starts = arrays.ints(INDUCING_STARTS, shape.inducingCount() + 1L);
    return SparseRows.of(
        shape.featureCount(), starts, arrays.ints(INDUCING_FEATURES, ArrayInput.ANY));
  }

  /** Reads a posterior, decoupled or of samples; without {@code everything} for its mean alone. */
  static Posterior read(
      Manifest.Shape shape,
      Vocabulary vocabulary,
      Prior prior,
      ArrayInput arrays,
      boolean everything)
      throws IOException {
    int v = shape.labelCount();
    long size = (long) v * vocabulary.featureCount();
    float[] weights = arrays.floats(WEIGHTS, size, true);
    double[] mean = arrays.doubles(PAIRWISE_MEAN, (long) v * v);
    double[] variance = arrays.doubles(PAIRWISE_VARIANCE, mean.length, 0, ArrayInput.LARGEST);
    if (!everything) {
      arrays.skip(INDUCING_STARTS, INDUCING_FEATURES, PRECISION);
    }
    InducingCovariance covariance =
        everything && shape.inducingCount() > 0
            ? covariance(shape, vocabulary, prior, arrays)
            : null;
    DecoupledPosterior decoupled = new DecoupledPosterior(v, weights, mean, variance, covariance);
    return arrays.isNext(SAMPLE_PAIRWISE) ? samples(decoupled, arrays) : decoupled;
  }

  private static Posterior samples(DecoupledPosterior mean, ArrayInput arrays) throws IOException {
    int size = mean.weights().length;
    int square = mean.pairwiseMean().length;
    double[] pairwise = arrays.doubles(SAMPLE_PAIRWISE, ArrayInput.ANY);
    Checks.length(SAMPLE_PAIRWISE, pairwise.length % square, 0, "modulo [V×V]");
    int count = pairwise.length / square;
    float[] weights = arrays.floats(SAMPLE_WEIGHTS, (long) count * size, false);
    List<DecoupledPosterior> samples = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      samples.add(
          DecoupledPosterior.plugIn(
              mean.labelCount(),
              Arrays.copyOfRange(weights, s * size, (s + 1) * size),
              Arrays.copyOfRange(pairwise, s * square, (s + 1) * square)));
    }
    return new SampledPosterior(mean, samples);
  }

  private static InducingCovariance covariance(
      Manifest.Shape shape, Vocabulary vocabulary, Prior prior, ArrayInput arrays)
      throws IOException {
    int m = shape.inducingCount();
    prior.checkForCovariance();
    InducingProjection projection =
        InducingProjection.of(prior.kernel(vocabulary.groupOfFeature()), inducing(arrays, shape));
    float[] factors = arrays.floats(PRECISION, shape.labelCount() * (m * (m + 1L) / 2), false);
    List<Cholesky> precision = new ArrayList<>();
    int next = 0;
    for (int v = 0; v < shape.labelCount(); v++) {
      double[] lower = new double[m * m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++) {
          lower[i * m + j] = factors[next++];
        }
      }
      precision.add(precision(lower, m));
    }
    return new InducingCovariance(projection, precision);
  }

  /** A factor by which samples become finite numbers, of which one is tried. */
  private static Cholesky precision(double[] lower, int m) {
    Cholesky factor = Cholesky.ofFactor(lower, m);
    double[] sample = new double[m];
    Arrays.setAll(sample, i -> Math.sin(i + 1.0));
    factor.solveUpper(sample, 1);
    for (int i = 0; i < m; i++) {
      check(
          lower[i * m + i] > 0 && Math.abs(sample[i]) < LARGEST_DEVIATION,
          "the array %s is no factor of a precision",
          PRECISION);
    }
    return factor;
  }
}
