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
 * @param shape sizes of the model
 * @param arrays arrays of the file
 */
record SparseReader(SparseEntry form, ModelShape shape, ArrayInput arrays) {
  /** Maximum absolute value of a whitened coordinate, whose prior variance is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  /** Rounding error that orthonormal axes and the sum of the weights may have. */
  private static final double ROUNDING = 1e-6;

  /** Reads a posterior, or only its mean. */
  Posterior read(boolean withCovariance) throws IOException {
    int v = shape.labelCount();
    int components = Checks.atLeast("components", form.components(), 0);
    if (components > 0) {
      InducingProjection.checkSize(shape.inducingCount());
    }
    Kernel kernel =
        new KernelCodec.Reader(arrays, shape.featureCount())
            .read(ManifestChecks.needed("kernel", form.kernel()));
    SparseRows inducing = InducingRows.read(arrays, shape);
    double[] coefficients =
        arrays.doubles(SparseCodec.MEAN_COEFFICIENTS, (long) inducing.rowCount() * v);
    double[] pairwiseMean = arrays.doubles(DecoupledCodec.PAIRWISE_MEAN, (long) v * v);
    if (!withCovariance || components == 0) {
      arrays.skip(
          SparseCodec.INDUCING_AXES, SparseCodec.COMPONENT_WEIGHTS, SparseCodec.COMPONENT_MEANS);
      arrays.skip(
          SparseCodec.COMPONENT_DEVIATIONS,
          SparseCodec.COMPONENT_FACTORS,
          SparseCodec.PAIRWISE_DEVIATIONS,
          SparseCodec.PAIRWISE_FACTOR);
      return new SparseMean(new KernelExpansion(kernel, inducing, coefficients), pairwiseMean);
    }
    ManifestChecks.needed("form of the unary covariance", form.unary());
    ManifestChecks.needed("form of the pairwise covariance", form.pairwise());
    InducingProjection plain = InducingProjection.of(kernel, inducing);
    return new SparsePosterior(
        v,
        arrays.isNext(SparseCodec.INDUCING_AXES) ? plain.rotated(axes()) : plain,
        mixture(),
        components(),
        pairwise(pairwiseMean));
  }

  private double[] mixture() throws IOException {
    double[] weights = arrays.doubles(SparseCodec.COMPONENT_WEIGHTS, form.components(), 0, 1);
    double sum = Arrays.stream(weights).sum();
    check(
        Math.abs(sum - 1) < ROUNDING,
        "the weights of its components must sum to 1, sum to %s",
        sum);
    return weights;
  }

  /** Orthonormal columns: others would give the residual a covariance that is none. */
  private double[] axes() throws IOException {
    int m = shape.inducingCount();
    double[] axes = arrays.doubles(SparseCodec.INDUCING_AXES, (long) m * m, -2, 2);
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int i = 0; i < m; i++) {
          product += axes[a * m + i] * axes[b * m + i];
        }
        if (!(Math.abs(product - (a == b ? 1 : 0)) < ROUNDING)) {
          throw damage("the array %s is no rotation", SparseCodec.INDUCING_AXES);
        }
      }
    }
    return axes;
  }

  private double[] deviations(String name, long length) throws IOException {
    return arrays.doubles(name, length, 0, LARGEST_DEVIATION);
  }

  /** {@code count} lower triangles, whose diagonals must be positive. */
  private double[] triangles(String name, long count, long size) throws IOException {
    double[] triangles =
        arrays.doubles(
            name, count * (size * (size + 1) / 2), -LARGEST_DEVIATION, LARGEST_DEVIATION);
    for (int next = 0, i = 0; next + i < triangles.length; i = (int) ((i + 1) % size)) {
      if (!(triangles[next + i] > 0)) {
        throw damage("the diagonals in the array %s must be positive", name);
      }
      next += i + 1;
    }
    return triangles;
  }

  private List<GaussianComponent> components() throws IOException {
    int v = shape.labelCount();
    int m = shape.inducingCount();
    int count = form.components();
    double[] means = arrays.doubles(SparseCodec.COMPONENT_MEANS, (long) count * v * m);
    boolean diagonal = form.unary() == Form.DIAGONAL;
    double[] spread =
        diagonal
            ? deviations(SparseCodec.COMPONENT_DEVIATIONS, means.length)
            : triangles(SparseCodec.COMPONENT_FACTORS, (long) count * v, m);
    List<GaussianComponent> components = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      double[] mean = part(means, k, count);
      double[] own = part(spread, k, count);
      components.add(
          diagonal
              ? GaussianComponent.diagonal(mean, own)
              : GaussianComponent.full(mean, factors(own, v, m)));
    }
    return components;
  }

  private GaussianComponent pairwise(double[] mean) throws IOException {
    int pairs = mean.length;
    return form.pairwise() == Form.DIAGONAL
        ? GaussianComponent.diagonal(mean, deviations(SparseCodec.PAIRWISE_DEVIATIONS, pairs))
        : GaussianComponent.full(
            mean, factors(triangles(SparseCodec.PAIRWISE_FACTOR, 1, pairs), 1, pairs));
  }

  private static double[] part(double[] all, int number, int count) {
    int size = all.length / count;
    return Arrays.copyOfRange(all, number * size, (number + 1) * size);
  }

  /** Factors {@code [size×size]} from their lower triangles by rows. */
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
