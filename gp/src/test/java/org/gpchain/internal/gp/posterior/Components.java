package org.gpchain.internal.gp.posterior;

import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.transposed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.core.Draws;

/** Random Gaussians over the values of M inducing points, and their moments as matrices. */
public final class Components {
  private Components() {}

  static GaussianComponent diagonal(Draws draws, int labelCount, int m) {
    double[] deviation = draws.uniforms(labelCount * m, 0.3, 2);
    return GaussianComponent.diagonal(draws.normals(labelCount * m, 1), deviation);
  }

  /** Returns a component whose factors have NaN above the diagonal, which must not be read. */
  static GaussianComponent full(Draws draws, int labelCount, int m) {
    double[][] factor = new double[labelCount][];
    for (int j = 0; j < labelCount; j++) {
      factor[j] = draws.normals(m * m, 0.5);
      for (int i = 0; i < m; i++) {
        factor[j][i * m + i] = draws.between(0.3, 2);
        for (int k = i + 1; k < m; k++) {
          factor[j][i * m + k] = Double.NaN;
        }
      }
    }
    return GaussianComponent.full(draws.normals(labelCount * m, 1), factor);
  }

  /** Returns a random component with a diagonal or a full covariance. */
  public static GaussianComponent of(Draws draws, int labelCount, int m, boolean diagonal) {
    return diagonal ? diagonal(draws, labelCount, m) : full(draws, labelCount, m);
  }

  /** Returns a posterior of random samples. */
  public static SampledPosterior sampled(Draws draws, int features, int labelCount, int samples) {
    List<float[]> weights = new ArrayList<>();
    List<double[]> pairwise = new ArrayList<>();
    for (int s = 0; s < samples; s++) {
      weights.add(draws.floats(features * labelCount, 1));
      pairwise.add(draws.normals(labelCount * labelCount, 1));
    }
    return SampledPosterior.of(labelCount, weights, pairwise);
  }

  /** Returns the prior, with mean 0 and covariance I. */
  static GaussianComponent prior(int labelCount, int m) {
    double[] ones = new double[labelCount * m];
    Arrays.fill(ones, 1);
    return GaussianComponent.diagonal(new double[labelCount * m], ones);
  }

  /** Returns the mean {@code m_j} of a label as a column. */
  static double[][] mean(GaussianComponent component, int label, int m) {
    double[][] mean = new double[m][1];
    for (int i = 0; i < m; i++) {
      mean[i][0] = component.mean()[label * m + i];
    }
    return mean;
  }

  /** Returns the covariance {@code S_j} of a label. */
  static double[][] covariance(GaussianComponent component, int label, int m) {
    double[][] lower = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int k = 0; k <= i; k++) {
        if (!component.isDiagonal()) {
          lower[i][k] = component.factor()[label][i * m + k];
        } else if (i == k) {
          lower[i][i] = component.deviation()[label * m + i];
        }
      }
    }
    return product(lower, transposed(lower));
  }
}
