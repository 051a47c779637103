package org.gpchain.core.model;

import java.util.List;
import org.gpchain.core.model.Manifest.Form;
import org.gpchain.core.posterior.GaussianComponent;
import org.gpchain.core.posterior.SparseMean;
import org.gpchain.core.posterior.SparsePosterior;

/** Writes sparse posteriors: first what the mean needs, then the covariance. */
final class SparseWriter {
  private final ArrayEntries arrays;

  /**
   * @param arrays where arrays go
   */
  SparseWriter(ArrayEntries arrays) {
    this.arrays = arrays;
  }

  /** Writes a mean. */
  Manifest.Sparse write(SparseMean mean) {
    return write(mean, 0, null, null);
  }

  private Manifest.Sparse write(SparseMean mean, int components, Form unary, Form pairwise) {
    Manifest.Sparse form =
        new Manifest.Sparse(
            new KernelWriter(arrays).write(mean.unary().kernel()), components, unary, pairwise);
    arrays.addInducing(mean.unary().inducing());
    arrays.add(ModelArrays.MEAN_COEFFICIENTS, mean.unary().coefficients());
    arrays.add(ModelArrays.PAIRWISE_MEAN, mean.pairwiseMean());
    return form;
  }

  /**
   * Writes a posterior with its covariance.
   *
   * @throws IllegalArgumentException if some components are diagonal and others are not
   */
  Manifest.Sparse write(SparsePosterior posterior) {
    List<GaussianComponent> components = posterior.components();
    GaussianComponent pairwise = posterior.pairwise();
    Form form = form(components.get(0));
    if (components.stream().anyMatch(component -> form(component) != form)) {
      throw new IllegalArgumentException(
          "a model file holds mixtures of one form, all diagonal or none");
    }
    Manifest.Sparse sparse = write(posterior.plugIn(), components.size(), form, form(pairwise));
    if (posterior.projection().axes() != null) {
      arrays.add(ModelArrays.INDUCING_AXES, posterior.projection().axes());
    }
    arrays.add(ModelArrays.COMPONENT_WEIGHTS, posterior.weights());
    arrays.add(
        ModelArrays.COMPONENT_MEANS,
        joined(components.stream().map(GaussianComponent::mean).toList()));
    if (form == Form.DIAGONAL) {
      arrays.add(
          ModelArrays.COMPONENT_DEVIATIONS,
          joined(components.stream().map(GaussianComponent::deviation).toList()));
    } else {
      arrays.add(
          ModelArrays.COMPONENT_FACTORS,
          joined(components.stream().map(SparseWriter::triangles).toList()));
    }
    if (pairwise.isDiagonal()) {
      arrays.add(ModelArrays.PAIRWISE_DEVIATIONS, pairwise.deviation());
    } else {
      arrays.add(ModelArrays.PAIRWISE_FACTOR, triangles(pairwise));
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
