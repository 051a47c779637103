package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.diagonal;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.logDeterminant;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.NaiveAlgebra.trace;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.gp.posterior.GaussianComponent;

/** Mixtures of Gaussians, computed by textbook formulas. */
final class Mixtures {
  private Mixtures() {}

  /** Returns a component, given the logarithms of its deviations. */
  static GaussianComponent component(double[] mean, double[] logDeviation) {
    return GaussianComponent.diagonal(
        mean.clone(), Arrays.stream(logDeviation).map(Math::exp).toArray());
  }

  static GaussianComponent random(Draws draws, int labels, int size) {
    double[] logDeviation = draws.uniforms(labels * size, -0.5, 0.5);
    return component(draws.normals(labels * size, 0.6), logDeviation);
  }

  static List<GaussianComponent> random(Draws draws, int labels, int size, int count) {
    return Stream.generate(() -> random(draws, labels, size)).limit(count).toList();
  }

  /** Returns random positive weights that sum to one. */
  static double[] weights(Draws draws, int count) {
    double[] weights = draws.uniforms(count, 0.2, 1);
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(w -> w / sum).toArray();
  }

  /** Returns the standard deviations of a label as a diagonal matrix. */
  static double[][] factor(GaussianComponent component, int label, int size) {
    return diagonal(block(component.deviation(), label, size));
  }

  static double[][] covariance(GaussianComponent component, int label, int size) {
    double[][] factor = factor(component, label, size);
    return product(factor, transposed(factor));
  }

  /** Returns {@code log N(x; m, S)} for x, m {@code [M]}. */
  static double logDensity(double[] x, double[] m, double[][] s) {
    double[][] d = new double[1][x.length];
    for (int i = 0; i < x.length; i++) {
      d[0][i] = x[i] - m[i];
    }
    double square = product(product(d, inverse(s)), transposed(d))[0][0];
    return -0.5 * (x.length * Math.log(2 * Math.PI) + logDeterminant(s) + square);
  }

  /** Returns {@code ½ (mᵀm + tr S − log |S| − JM)}. */
  static double divergence(GaussianComponent component, int labels, int size) {
    double sum = 0.5 * Arrays.stream(component.mean()).map(m -> m * m).sum();
    for (int j = 0; j < labels; j++) {
      sum += Covariances.divergence(covariance(component, j, size));
    }
    return sum;
  }

  /** Returns the bound by eq. 15 and 16 literally, without logarithms of densities. */
  static double bound(double[] weights, List<GaussianComponent> components, int labels, int size) {
    double bound = 0;
    for (int k = 0; k < weights.length; k++) {
      double z = 0;
      for (int l = 0; l < weights.length; l++) {
        z += weights[l] * Math.exp(logOverlap(components.get(k), components.get(l), labels, size));
      }
      double cross = labels * size * Math.log(2 * Math.PI);
      cross += Arrays.stream(components.get(k).mean()).map(m -> m * m).sum();
      for (int j = 0; j < labels; j++) {
        cross += trace(covariance(components.get(k), j, size));
      }
      bound += weights[k] * (Math.log(z) + 0.5 * cross);
    }
    return bound;
  }

  private static double logOverlap(GaussianComponent a, GaussianComponent b, int labels, int size) {
    double sum = 0;
    for (int j = 0; j < labels; j++) {
      double[][] s = sum(covariance(a, j, size), 1, covariance(b, j, size));
      sum += logDensity(block(a.mean(), j, size), block(b.mean(), j, size), s);
    }
    return sum;
  }

  static double[] block(double[] values, int label, int size) {
    return Arrays.copyOfRange(values, label * size, (label + 1) * size);
  }
}
