package org.gpchain.internal.gp.codec;

import static org.gpchain.internal.core.file.DamagedFileException.check;
import static org.gpchain.internal.core.file.DamagedFileException.damage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.file.ArrayInput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.ManifestChecks;
import org.gpchain.internal.core.file.ModelShape;
import org.gpchain.internal.core.file.PosteriorCodec.Source;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.codec.SparseEntry.Form;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.inducing.KernelExpansion;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.SparseMean;
import org.gpchain.internal.gp.posterior.SparsePosterior;

/**
 * Reads the sparse posterior of one file.
 *
 * @param form description of the posterior in the manifest
 * @param source parts of the file
 */
record SparseReader(SparseEntry form, Source source) {
  /** Maximum absolute value of a whitened coordinate, whose prior variance is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  /** Maximum rounding error of orthonormal axes and of the sum of the weights. */
  private static final double ROUNDING = 1e-6;

  private ModelShape shape() {
    return source.shape();
  }

  private ArrayInput arrays() {
    return source.arrays();
  }

  /**
   * Reads a posterior.
   *
   * @param withCovariance whether to read the covariance; otherwise, its arrays are skipped
   */
  Posterior read(boolean withCovariance) throws IOException {
    int v = shape().labelCount();
    int components = Checks.atLeast("components", form.components(), 0);
    if (components > 0) {
      InducingProjection.checkSize(shape().inducingCount());
    }

    KernelCodec.Reader kernels = new KernelCodec.Reader(source);
    Kernel kernel = kernels.read(ManifestChecks.needed("kernel", form.kernel()));
    SparseRows inducing = InducingRows.read(source);
    double[] coefficients =
        arrays().doubles(SparseCodec.MEAN_COEFFICIENTS, (long) inducing.rowCount() * v);
    double[] pairwiseMean = arrays().doubles(DecoupledCodec.PAIRWISE_MEAN, (long) v * v);
    if (!withCovariance || components == 0) {
      skipCovariance();
      return new SparseMean(new KernelExpansion(kernel, inducing, coefficients), pairwiseMean);
    }

    ManifestChecks.needed("form of the unary covariance", form.unary());
    ManifestChecks.needed("form of the pairwise covariance", form.pairwise());
    InducingProjection projection = InducingProjection.of(kernel, inducing);
    if (arrays().isNext(SparseCodec.INDUCING_AXES)) {
      projection = projection.rotated(axes());
    }
    double[] weights = weights();
    List<GaussianComponent> mixture = components();
    return new SparsePosterior(v, projection, weights, mixture, pairwise(pairwiseMean));
  }

  private void skipCovariance() throws IOException {
    arrays()
        .skip(
            SparseCodec.INDUCING_AXES,
            SparseCodec.COMPONENT_WEIGHTS,
            SparseCodec.COMPONENT_MEANS,
            SparseCodec.COMPONENT_DEVIATIONS,
            SparseCodec.COMPONENT_FACTORS,
            SparseCodec.PAIRWISE_DEVIATIONS,
            SparseCodec.PAIRWISE_FACTOR);
  }

  /** Reads the weights of the components, {@code [K]}, which must sum to 1. */
  private double[] weights() throws IOException {
    double[] weights = arrays().doubles(SparseCodec.COMPONENT_WEIGHTS, form.components(), 0, 1);
    double sum = Arrays.stream(weights).sum();
    check(
        Math.abs(sum - 1) < ROUNDING,
        "the weights of its components must sum to 1, sum to %s",
        sum);
    return weights;
  }

  /**
   * Reads the axes, {@code [M×M]}. They must be orthonormal, because the covariance of the residual
   * is not positive definite otherwise.
   */
  private double[] axes() throws IOException {
    int m = shape().inducingCount();
    double[] axes = arrays().doubles(SparseCodec.INDUCING_AXES, (long) m * m, -2, 2);
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int i = 0; i < m; i++) {
          product += axes[a * m + i] * axes[b * m + i];
        }
        int expected = a == b ? 1 : 0;
        if (!(Math.abs(product - expected) < ROUNDING)) {
          throw damage("the array %s is not a rotation", SparseCodec.INDUCING_AXES);
        }
      }
    }
    return axes;
  }

  /** Reads standard deviations. */
  private double[] deviations(String name, long length) throws IOException {
    return arrays().doubles(name, length, 0, LARGEST_DEVIATION);
  }

  /**
   * Reads lower triangles with positive diagonals.
   *
   * @param count number of triangles
   * @param size number of rows of each triangle
   * @return the triangles, one after the other, by rows
   */
  private double[] triangles(String name, long count, long size) throws IOException {
    double[] triangles =
        arrays()
            .doubles(name, count * (size * (size + 1) / 2), -LARGEST_DEVIATION, LARGEST_DEVIATION);

    // Row i of a triangle begins at next, and its last entry is on the diagonal.
    for (int next = 0, i = 0; next + i < triangles.length; i = (int) ((i + 1) % size)) {
      if (!(triangles[next + i] > 0)) {
        throw damage("the diagonals in the array %s must be positive", name);
      }
      next += i + 1;
    }
    return triangles;
  }

  /** Reads the K Gaussians of the mixture. */
  private List<GaussianComponent> components() throws IOException {
    int v = shape().labelCount();
    int m = shape().inducingCount();
    int count = form.components();
    double[] means = arrays().doubles(SparseCodec.COMPONENT_MEANS, (long) count * v * m);

    List<GaussianComponent> components = new ArrayList<>();
    if (form.unary() == Form.DIAGONAL) {
      double[] deviations = deviations(SparseCodec.COMPONENT_DEVIATIONS, means.length);
      for (int k = 0; k < count; k++) {
        components.add(
            GaussianComponent.diagonal(part(means, k, count), part(deviations, k, count)));
      }
    } else {
      double[] triangles = triangles(SparseCodec.COMPONENT_FACTORS, (long) count * v, m);
      for (int k = 0; k < count; k++) {
        double[][] factors = factors(part(triangles, k, count), v, m);
        components.add(GaussianComponent.full(part(means, k, count), factors));
      }
    }
    return components;
  }

  /**
   * Reads the Gaussian over the transition scores.
   *
   * @param mean mean of the transition scores, {@code [V×V]}
   */
  private GaussianComponent pairwise(double[] mean) throws IOException {
    int pairs = mean.length;
    if (form.pairwise() == Form.DIAGONAL) {
      double[] deviations = deviations(SparseCodec.PAIRWISE_DEVIATIONS, pairs);
      return GaussianComponent.diagonal(mean, deviations);
    }
    double[] triangle = triangles(SparseCodec.PAIRWISE_FACTOR, 1, pairs);
    return GaussianComponent.full(mean, factors(triangle, 1, pairs));
  }

  /** Returns one of {@code count} parts of equal length of an array. */
  private static double[] part(double[] values, int index, int count) {
    int size = values.length / count;
    return Arrays.copyOfRange(values, index * size, (index + 1) * size);
  }

  /** Returns factors, {@code [size×size]} each, given their lower triangles by rows. */
  private static double[][] factors(double[] triangles, int count, int size) {
    double[][] factors = new double[count][size * size];
    int next = 0;
    for (double[] lower : factors) {
      for (int i = 0; i < size; i++) {
        System.arraycopy(triangles, next, lower, i * size, i + 1);
        next += i + 1;
      }
    }
    return factors;
  }
}
