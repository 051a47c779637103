package org.gpchain.internal.gp.codec;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.gpchain.internal.core.file.ArrayBytes;
import org.gpchain.internal.core.file.ArrayOutput;
import org.gpchain.internal.core.file.DecoupledCodec;
import org.gpchain.internal.core.file.ManifestJson;
import org.gpchain.internal.core.file.PosteriorCodec;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.codec.SparseEntry.Form;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.SparseMean;
import org.gpchain.internal.gp.posterior.SparsePosterior;

/**
 * The codec of sparse posteriors in model files. The arrays of the mean are written first, then the
 * arrays of the covariance.
 */
public final class SparseCodec implements PosteriorCodec {
  static final String MEAN_COEFFICIENTS = ArrayBytes.PREFIX + "mean-coefficients";
  static final String INDUCING_AXES = ArrayBytes.PREFIX + "inducing-axes";
  static final String COMPONENT_WEIGHTS = ArrayBytes.PREFIX + "component-weights";
  static final String COMPONENT_MEANS = ArrayBytes.PREFIX + "component-means";
  static final String COMPONENT_DEVIATIONS = ArrayBytes.PREFIX + "component-deviations";
  static final String COMPONENT_FACTORS = ArrayBytes.PREFIX + "component-factors";
  static final String PAIRWISE_DEVIATIONS = ArrayBytes.PREFIX + "pairwise-deviations";
  static final String PAIRWISE_FACTOR = ArrayBytes.PREFIX + "pairwise-factor";

  @Override
  public Kind kind() {
    return Kind.SPARSE;
  }

  @Override
  public boolean writes(Posterior posterior) {
    return posterior instanceof SparsePosterior || posterior instanceof SparseMean;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if some components are diagonal and others are not
   */
  @Override
  public Entry write(Posterior posterior, ArrayOutput arrays) {
    if (posterior instanceof SparsePosterior sparse) {
      return new Entry(sparse.projection().size(), write(sparse, arrays));
    }
    SparseMean mean = (SparseMean) posterior;
    return new Entry(mean.unary().inducing().rowCount(), write(mean, arrays));
  }

  @Override
  public Posterior read(Source source) throws IOException {
    SparseEntry entry = ManifestJson.part(source.sparse(), SparseEntry.class, "sparse");
    return new SparseReader(entry, source).read(source.everything());
  }

  /** Adds the arrays of a mean without a covariance. */
  private static SparseEntry write(SparseMean mean, ArrayOutput arrays) {
    return write(mean, 0, null, null, arrays);
  }

  /**
   * Adds the arrays of a mean.
   *
   * @param components number of components of the posterior; 0 for a mean without a covariance
   * @param unary form of the covariance of f; null for none
   * @param pairwise form of the covariance of g; null for none
   */
  private static SparseEntry write(
      SparseMean mean, int components, Form unary, Form pairwise, ArrayOutput arrays) {
    KernelCodec.KernelEntry kernel = KernelCodec.write(mean.unary().kernel(), arrays);
    InducingRows.write(mean.unary().inducing(), arrays);
    arrays.add(MEAN_COEFFICIENTS, mean.unary().coefficients());
    arrays.add(DecoupledCodec.PAIRWISE_MEAN, mean.pairwiseMean());
    return new SparseEntry(kernel, components, unary, pairwise);
  }

  /** Adds the arrays of a mean and its covariance. */
  private static SparseEntry write(SparsePosterior posterior, ArrayOutput arrays) {
    List<GaussianComponent> components = posterior.components();
    GaussianComponent pairwise = posterior.pairwise();
    Form form = form(components.get(0));
    if (components.stream().anyMatch(component -> form(component) != form)) {
      throw new IllegalArgumentException(
          "the components of a mixture in a model file must be either all diagonal"
              + " or all not diagonal");
    }

    SparseEntry sparse = write(posterior.plugIn(), components.size(), form, form(pairwise), arrays);
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

  /** Returns the lower triangles of all factors, one after the other, by rows. */
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

  /** Returns the concatenation of the values of all parts. */
  private static <T> double[] joined(List<T> parts, Function<T, double[]> values) {
    return parts.stream().map(values).flatMapToDouble(Arrays::stream).toArray();
  }
}
