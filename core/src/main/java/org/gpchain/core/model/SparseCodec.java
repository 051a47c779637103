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

/** Sparse posteriors in model files: first the parts that the mean needs, then the covariance. */
final class SparseCodec {
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

  private final Manifest.Sparse form;
  private final Manifest.Shape shape;
  private final ReadArrays arrays;

  private SparseCodec(Manifest manifest, ReadArrays arrays) {
    this.form = manifest.sparse();
    this.shape = manifest.shape();
    this.arrays = arrays;
  }

  /** Whether tagging with the mean needs an array of a sparse posterior. */
  static boolean neededForDecoding(String name) {
    return switch (name) {
      case INDUCING_AXES,
          COMPONENT_WEIGHTS,
          COMPONENT_MEANS,
          COMPONENT_DEVIATIONS,
          COMPONENT_FACTORS,
          PAIRWISE_DEVIATIONS,
          PAIRWISE_FACTOR ->
          false;
      default -> true;
    };
  }

  /**
   * Reads a posterior.
   *
   * @param withCovariance whether the covariance is wanted, if there is one
   */
  static Posterior read(Manifest manifest, ReadArrays arrays, boolean withCovariance)
      throws ModelFormatException {
    return new SparseCodec(manifest, arrays).read(withCovariance);
  }

  private Posterior read(boolean withCovariance) throws ModelFormatException {
    Kernel kernel =
        new KernelCodec.Reader(arrays, shape.featureCount())
            .read(ModelForms.needed("kernel", form.kernel()));
    SparseRows inducing = DecoupledCodec.inducing(arrays, shape.featureCount());
    if (!withCovariance || form.components() == 0) {
      return new SparseMean(
          new KernelExpansion(kernel, inducing, arrays.doubles(MEAN_COEFFICIENTS)),
          arrays.doubles(DecoupledCodec.PAIRWISE_MEAN));
    }
    ModelForms.needed("form of the unary covariance", form.unary());
    ModelForms.needed("form of the pairwise covariance", form.pairwise());
    InducingProjection plain = InducingProjection.of(kernel, inducing);
    boolean rotated = arrays.has(INDUCING_AXES);
    return new SparsePosterior(
        shape.labelCount(),
        rotated ? plain.rotated(axes()) : plain,
        mixture(),
        components(),
        pairwise());
  }

  /** The weights of the mixture. */
  private double[] mixture() throws ModelFormatException {
    double[] weights = arrays.doubles(COMPONENT_WEIGHTS, 0, 1);
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
    double[] axes = arrays.doubles(INDUCING_AXES, -2, 2);
    for (int a = 0; a < m; a++) {
      for (int b = 0; b <= a; b++) {
        double product = 0;
        for (int i = 0; i < m; i++) {
          product += axes[a * m + i] * axes[b * m + i];
        }
        if (!(Math.abs(product - (a == b ? 1 : 0)) < ROUNDING)) {
          throw new ModelFormatException.Corrupt(
              "the array " + INDUCING_AXES + " is no rotation", null);
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
    double[] means = arrays.doubles(COMPONENT_MEANS);
    boolean diagonal = form.unary() == Form.DIAGONAL;
    double[] spread =
        diagonal
            ? deviations(COMPONENT_DEVIATIONS)
            : triangles(COMPONENT_FACTORS, shape.inducingCount());
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
    double[] mean = arrays.doubles(DecoupledCodec.PAIRWISE_MEAN);
    return form.pairwise() == Form.DIAGONAL
        ? GaussianComponent.diagonal(mean, deviations(PAIRWISE_DEVIATIONS))
        : GaussianComponent.full(
            mean, factors(triangles(PAIRWISE_FACTOR, mean.length), 1, mean.length));
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
            new KernelCodec.Writer(arrays).write(mean.unary().kernel()),
            components,
            unary,
            pairwise);
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
    arrays.add(COMPONENT_MEANS, joined(components.stream().map(GaussianComponent::mean).toList()));
    if (form == Form.DIAGONAL) {
      arrays.add(
          COMPONENT_DEVIATIONS,
          joined(components.stream().map(GaussianComponent::deviation).toList()));
    } else {
      arrays.add(
          COMPONENT_FACTORS, joined(components.stream().map(SparseCodec::triangles).toList()));
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

  private static double[] joined(List<double[]> parts) {
    double[] out = new double[Math.multiplyExact(parts.size(), parts.get(0).length)];
    for (int k = 0; k < parts.size(); k++) {
      System.arraycopy(parts.get(k), 0, out, k * parts.get(0).length, parts.get(0).length);
    }
    return out;
  }
}
