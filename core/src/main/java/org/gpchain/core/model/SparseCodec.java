package org.gpchain.core.model;

import static org.gpchain.core.model.ModelFormatException.check;
import static org.gpchain.core.model.ModelFormatException.damage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.gpchain.core.model.Manifest.Form;
import org.gpchain.internal.core.gp.InducingProjection;
import org.gpchain.internal.core.gp.KernelExpansion;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.GaussianComponent;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.posterior.SparseMean;
import org.gpchain.internal.core.posterior.SparsePosterior;

/** Sparse posteriors in model files: first the parts that the mean needs, then the covariance. */
record SparseCodec(Manifest.Sparse form, Manifest.Shape shape, ArrayInput arrays) {
  static final String MEAN_COEFFICIENTS = ArrayBytes.PREFIX + "mean-coefficients";
  static final String INDUCING_AXES = ArrayBytes.PREFIX + "inducing-axes";
  static final String COMPONENT_WEIGHTS = ArrayBytes.PREFIX + "component-weights";
  static final String COMPONENT_MEANS = ArrayBytes.PREFIX + "component-means";
  static final String COMPONENT_DEVIATIONS = ArrayBytes.PREFIX + "component-deviations";
  static final String COMPONENT_FACTORS = ArrayBytes.PREFIX + "component-factors";
  static final String PAIRWISE_DEVIATIONS = ArrayBytes.PREFIX + "pairwise-deviations";
  static final String PAIRWISE_FACTOR = ArrayBytes.PREFIX + "pairwise-factor";

  /** In whitened coordinates, in which the prior's is 1. */
  private static final double LARGEST_DEVIATION = 1e9;

  private static final double ROUNDING = 1e-6;

  /** Reads a posterior. */
  static Posterior read(Manifest manifest, ArrayInput arrays, boolean withCovariance)
      throws IOException {
    return new SparseCodec(manifest.sparse(), manifest.shape(), arrays).read(withCovariance);
  }

  private Posterior read(boolean withCovariance) throws IOException {
    int v = shape.labelCount();
    Kernel kernel =
        new KernelCodec.Reader(arrays, shape.featureCount())
            .read(Manifest.needed("kernel", form.kernel()));
    SparseRows inducing = DecoupledCodec.inducing(arrays, shape);
    double[] coefficients = arrays.doubles(MEAN_COEFFICIENTS, (long) inducing.rowCount() * v);
    double[] pairwiseMean = arrays.doubles(DecoupledCodec.PAIRWISE_MEAN, (long) v * v);
    if (!withCovariance || form.components() == 0) {
      arrays.skip(INDUCING_AXES, COMPONENT_WEIGHTS, COMPONENT_MEANS);
      arrays.skip(COMPONENT_DEVIATIONS, COMPONENT_FACTORS, PAIRWISE_DEVIATIONS, PAIRWISE_FACTOR);
      return new SparseMean(new KernelExpansion(kernel, inducing, coefficients), pairwiseMean);
    }
    Manifest.needed("form of the unary covariance", form.unary());
    Manifest.needed("form of the pairwise covariance", form.pairwise());
    InducingProjection plain = InducingProjection.of(kernel, inducing);
    return new SparsePosterior(
        v,
        arrays.isNext(INDUCING_AXES) ? plain.rotated(axes()) : plain,
        mixture(),
        components(),
        pairwise(pairwiseMean));
  }

  private double[] mixture() throws IOException {
    double[] weights = arrays.doubles(COMPONENT_WEIGHTS, form.components(), 0, 1);
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
    double[] axes = arrays.doubles(INDUCING_AXES, (long) m * m, -2, 2);
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int i = 0; i < m; i++) {
          product += axes[a * m + i] * axes[b * m + i];
        }
        if (!(Math.abs(product - (a == b ? 1 : 0)) < ROUNDING)) {
          throw damage("the array %s is no rotation", INDUCING_AXES);
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
    double[] means = arrays.doubles(COMPONENT_MEANS, (long) count * v * m);
    boolean diagonal = form.unary() == Form.DIAGONAL;
    double[] spread =
        diagonal
            ? deviations(COMPONENT_DEVIATIONS, means.length)
            : triangles(COMPONENT_FACTORS, (long) count * v, m);
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
        ? GaussianComponent.diagonal(mean, deviations(PAIRWISE_DEVIATIONS, pairs))
        : GaussianComponent.full(mean, factors(triangles(PAIRWISE_FACTOR, 1, pairs), 1, pairs));
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

  static Manifest.Sparse write(SparseMean mean, ArrayOutput arrays) {
    return write(mean, 0, null, null, arrays);
  }

  private static Manifest.Sparse write(
      SparseMean mean, int components, Form unary, Form pairwise, ArrayOutput arrays) {
    Manifest.Sparse form =
        new Manifest.Sparse(
            KernelCodec.write(mean.unary().kernel(), arrays), components, unary, pairwise);
    DecoupledCodec.writeInducing(mean.unary().inducing(), arrays);
    arrays.add(MEAN_COEFFICIENTS, mean.unary().coefficients());
    arrays.add(DecoupledCodec.PAIRWISE_MEAN, mean.pairwiseMean());
    return form;
  }

  /**
   * Writes a posterior with its covariance.
   *
   * @throws IllegalArgumentException if some components are diagonal and others are not
   */
  static Manifest.Sparse write(SparsePosterior posterior, ArrayOutput arrays) {
    List<GaussianComponent> components = posterior.components();
    GaussianComponent pairwise = posterior.pairwise();
    Form form = form(components.get(0));
    if (components.stream().anyMatch(component -> form(component) != form)) {
      throw new IllegalArgumentException(
          "a model file holds mixtures of one form, all diagonal or none");
    }
    Manifest.Sparse sparse =
        write(posterior.plugIn(), components.size(), form, form(pairwise), arrays);
    if (posterior.projection().axes() != null) {
      arrays.add(INDUCING_AXES, posterior.projection().axes());
    }
    arrays.add(COMPONENT_WEIGHTS, posterior.weights());
    arrays.add(COMPONENT_MEANS, joined(components, GaussianComponent::mean));
    if (form == Form.DIAGONAL) {
      arrays.add(COMPONENT_DEVIATIONS, joined(components, GaussianComponent::deviation));
    } else {
      arrays.add(COMPONENT_FACTORS, joined(components, SparseCodec::triangles));
    }
    if (pairwise.isDiagonal()) {
      arrays.add(PAIRWISE_DEVIATIONS, pairwise.deviation());
    } else {
      arrays.add(PAIRWISE_FACTOR, triangles(pairwise));
    }
    return sparse;
  }

  private static Form form(GaussianComponent component) {
    return component.isDiagonal() ? Form.DIAGONAL : Form.FULL;
  }

  /** The lower triangles of all factors by rows. */
  private static double[] triangles(GaussianComponent component) {
    double[][] factors = component.factor();
    int m = component.mean().length / factors.length;
    double[] out = new double[Math.multiplyExact(factors.length, m * (m + 1) / 2)];
    int next = 0;
    for (double[] lower : factors) {
      for (int i = 0; i < m; i++) {
        System.arraycopy(lower, i * m, out, next, i + 1);
        next += i + 1;
      }
    }
    return out;
  }

  /** The values of all parts, one part after the other. */
  static <T> double[] joined(List<T> parts, Function<T, double[]> values) {
    return parts.stream().map(values).flatMapToDouble(Arrays::stream).toArray();
  }
}
