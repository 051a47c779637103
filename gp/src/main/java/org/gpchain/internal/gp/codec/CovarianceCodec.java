package org.gpchain.internal.gp.codec;

import static org.gpchain.internal.core.file.DamagedFileException.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.PosteriorCodec;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;

/**
 * Decoupled posteriors with a covariance in model files: the mean, the inducing points, then the
 * factors of the precisions.
 */
public final class CovarianceCodec implements PosteriorCodec {
  /** Maximum absolute value of a whitened coordinate, whose prior variance is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  @Override
  public Kind kind() {
    return Kind.COVARIANCE;
  }

  @Override
  public boolean writes(Posterior posterior) {
    return posterior instanceof DecoupledPosterior decoupled
        && decoupled.covariance() instanceof InducingCovariance;
  }

  @Override
  public Entry write(Posterior posterior, ArrayOutput arrays) {
    DecoupledPosterior decoupled = (DecoupledPosterior) posterior;
    InducingCovariance covariance = (InducingCovariance) decoupled.covariance();
    int m = covariance.projection().size();

    DecoupledCodec.writeMean(decoupled, arrays);
    InducingRows.write(covariance.projection().inducing(), arrays);

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
    arrays.add(DecoupledCodec.PRECISION, factors);
    return new Entry(m, null);
  }

  @Override
  public Posterior read(Source source) throws IOException {
    InducingProjection.checkSize(source.shape().inducingCount());
    DecoupledPosterior mean = DecoupledCodec.readMean(source);
    return new DecoupledPosterior(
        mean.labelCount(),
        mean.weights(),
        mean.pairwiseMean(),
        mean.pairwiseVariance(),
        covariance(source));
  }

  private static InducingCovariance covariance(Source source) throws IOException {
    int m = source.shape().inducingCount();
    source.prior().checkForCovariance();
    SparseRows inducing = InducingRows.read(source);
    int[] groups =
        source.vocabulary().groupOfFeature(inducing.denseCount(), InducingRows.blockCount(source));
    Kernel kernel = source.prior().kernel(groups);
    InducingProjection projection = InducingProjection.of(kernel, inducing);

    long length = source.shape().labelCount() * (m * (m + 1L) / 2);
    float[] factors = source.arrays().floats(DecoupledCodec.PRECISION, length, false);
    List<Cholesky> precision = new ArrayList<>();
    int next = 0;
    for (int v = 0; v < source.shape().labelCount(); v++) {
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

  /** Returns a factor with which samples are finite numbers. One sample is tried. */
  private static Cholesky precision(double[] lower, int m) {
    Cholesky factor = Cholesky.ofFactor(lower, m);
    double[] sample = new double[m];
    Arrays.setAll(sample, i -> Math.sin(i + 1.0));
    factor.solveUpper(sample, 1);

    for (int i = 0; i < m; i++) {
      check(
          lower[i * m + i] > 0 && Math.abs(sample[i]) < LARGEST_DEVIATION,
          "the array %s is not the factor of a precision matrix",
          DecoupledCodec.PRECISION);
    }
    return factor;
  }
}
