package org.gpchain.core.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.gp.InducingProjection;
import org.gpchain.core.gp.KernelExpansion;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.model.Manifest.Form;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.SparseMean;
import org.gpchain.core.posterior.SparsePosterior;

/** Reads what {@link SparseWriter} writes. */
final class SparseReader {
  /** In whitened coordinates, in which the prior's is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  private static final double ROUNDING = 1e-6;

  private final Manifest.Sparse form;
  private final Manifest.Shape shape;
  private final ReadArrays arrays;

  SparseReader(Manifest manifest, ReadArrays arrays) {
    this.form = manifest.sparse();
    this.shape = manifest.shape();
    this.arrays = arrays;
  }

  /** Whether tagging with the mean needs an array of a sparse model. */
  static boolean neededForDecoding(String name) {
    return switch (name) {
      case ModelArrays.INDUCING_AXES,
          ModelArrays.COMPONENT_WEIGHTS,
          ModelArrays.COMPONENT_MEANS,
          ModelArrays.COMPONENT_DEVIATIONS,
          ModelArrays.COMPONENT_FACTORS,
          ModelArrays.PAIRWISE_DEVIATIONS,
          ModelArrays.PAIRWISE_FACTOR ->
          false;
      default -> true;
    };
  }

  /**
   * Assembles the posterior.
   *
   * @param withCovariance whether the covariance is wanted, if there is one
   */
  Posterior read(boolean withCovariance) throws ModelFormatException {
    Kernel kernel =
        new KernelReader(arrays, shape.featureCount())
            .read(ModelForms.needed("kernel", form.kernel()));
    SparseRows inducing = arrays.inducing(shape.featureCount());
    if (!withCovariance || form.components() == 0) {
      return new SparseMean(
          KernelExpansion.of(kernel, inducing, arrays.doubles(ModelArrays.MEAN_COEFFICIENTS)),
          arrays.doubles(ModelArrays.PAIRWISE_MEAN));
    }
    ModelForms.needed("form of the unary covariance", form.unary());
    ModelForms.needed("form of the pairwise covariance", form.pairwise());
    InducingProjection plain = InducingProjection.of(kernel, inducing);
    boolean rotated = arrays.has(ModelArrays.INDUCING_AXES);
    return new SparsePosterior(
        shape.labelCount(),
        rotated ? plain.rotated(axes()) : plain,
        mixture(),
        components(),
        pairwise());
  }

  /** The weights of the mixture. */
  private double[] mixture() throws ModelFormatException {
    double[] weights = arrays.doubles(ModelArrays.COMPONENT_WEIGHTS, 0, 1);
    double sum = Arrays.stream(weights).sum();
    if (!(Math.abs(sum - 1) < ROUNDING)) {
      throw new ModelFormatException.Corrupt(
          "the weights of its components must sum to 1, sum to " + sum, null);
    }
    return weights;
  }

  /** Orthonormal columns: others would give the residual a covariance that is none. */
  private double[] axes() throws ModelFormatException {
    int m = shape.inducingCount();
    double[] axes = arrays.doubles(ModelArrays.INDUCING_AXES, -2, 2);
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int i = 0; i < m; i++) {
          product += axes[a * m + i] * axes[b * m + i];
        }
        if (!(Math.abs(product - (a == b ? 1 : 0)) < ROUNDING)) {
          throw new ModelFormatException.Corrupt(
              "the array " + ModelArrays.INDUCING_AXES + " is no rotation", null);
        }
      }
    }
    return axes;
  }

  private double[] deviations(String name) throws ModelFormatException {
    return arrays.doubles(name, 0, LARGEST_DEVIATION);
  }

  /** Lower triangles, whose diagonals must be positive. */
  private double[] triangles(String name, int size) throws ModelFormatException {
    double[] triangles = arrays.doubles(name, -LARGEST_DEVIATION, LARGEST_DEVIATION);
    for (int next = 0, i = 0; next + i < triangles.length; i = (i + 1) % size) {
      if (!(triangles[next + i] > 0)) {
        throw new ModelFormatException.Corrupt(
            "the diagonals in the array " + name + " must be positive", null);
      }
      next += i + 1;
    }
    return triangles;
  }

  private List<GaussianComponent> components() throws ModelFormatException {
    double[] means = arrays.doubles(ModelArrays.COMPONENT_MEANS);
    boolean diagonal = form.unary() == Form.DIAGONAL;
    double[] spread =
        diagonal
            ? deviations(ModelArrays.COMPONENT_DEVIATIONS)
            : triangles(ModelArrays.COMPONENT_FACTORS, shape.inducingCount());
    int count = Checks.atLeast("number of components", form.components(), 1);
    List<GaussianComponent> components = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      double[] mean = part(means, k, count);
      double[] own = part(spread, k, count);
      components.add(
          diagonal
              ? GaussianComponent.diagonal(mean, own)
              : GaussianComponent.full(
                  mean, factors(own, shape.labelCount(), shape.inducingCount())));
    }
    return components;
  }

  private GaussianComponent pairwise() throws ModelFormatException {
    double[] mean = arrays.doubles(ModelArrays.PAIRWISE_MEAN);
    return form.pairwise() == Form.DIAGONAL
        ? GaussianComponent.diagonal(mean, deviations(ModelArrays.PAIRWISE_DEVIATIONS))
        : GaussianComponent.full(
            mean, factors(triangles(ModelArrays.PAIRWISE_FACTOR, mean.length), 1, mean.length));
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
