package org.gpchain.internal.gp.posterior;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * A Gaussian of a mixture over the values of M whitened inducing points. The values of different
 * labels {@code j < J} are independent: {@code Π_j N(v_j; m_j, S_j)}. S_j is given either by
 * standard deviations or by a lower triangular factor, {@code S_j = C_j C_jᵀ}. Arrays are retained,
 * not copied.
 *
 * @param mean means m_j, {@code [J×M]} row-major
 * @param deviation positive standard deviations, {@code [J×M]} row-major; null if there are factors
 * @param factor lower triangular factor C_j of each label, {@code [M×M]} row-major, with a positive
 *     diagonal; entries above the diagonal are not read; null if there are deviations
 */
public record GaussianComponent(double[] mean, double[] deviation, double[][] factor) {
  /**
   * Creates a Gaussian.
   *
   * @throws IllegalArgumentException if it has both deviations and factors, or neither
   */
  public GaussianComponent {
    if ((deviation == null) == (factor == null)) {
      throw new IllegalArgumentException("a component must have either deviations or factors");
    }
  }

  /** Returns a Gaussian with given standard deviations. */
  public static GaussianComponent diagonal(double[] mean, double[] deviation) {
    return new GaussianComponent(mean, deviation, null);
  }

  /** Returns a Gaussian with given factors of its covariances. */
  public static GaussianComponent full(double[] mean, double[][] factor) {
    return new GaussianComponent(mean, null, factor);
  }

  /** Returns whether the covariance is given by standard deviations. */
  public boolean isDiagonal() {
    return factor == null;
  }

  /**
   * Checks the shapes of all arrays.
   *
   * @param labelCount number of labels J
   * @param size number of inducing points M
   * @throws IllegalArgumentException if a length does not match J and M
   */
  public void check(int labelCount, int size) {
    long total = (long) labelCount * size;
    Checks.length("mean", mean.length, total, "[J×M]");
    if (isDiagonal()) {
      Checks.length("deviation", deviation.length, total, "[J×M]");
    } else {
      Checks.length("factor", factor.length, labelCount, "[J]");
      for (double[] lower : factor) {
        Checks.length("factor", lower.length, (long) size * size, "[M×M]");
      }
    }
  }

  /**
   * Writes the mean of the scores f of one label (supplement, eq. 38): {@code b_t = w_tᵀ m}.
   *
   * @param label index of the label
   * @param projected w of each token, {@code [T×M]} row-major; not modified
   * @param length number of tokens T
   * @param out receives {@code b_t} at the index {@code t·stride + label}
   * @param stride number of entries of {@code out} for each token
   */
  public void latentMean(int label, double[] projected, int length, double[] out, int stride) {
    int m = projected.length / length;
    for (int t = 0; t < length; t++) {
      out[t * stride + label] = ScaledSums.product(mean, label * m, projected, t * m, m);
    }
  }

  /**
   * Adds the part of the covariance of the scores f of one label that the inducing points explain
   * (supplement, eq. 39): {@code w_tᵀ S w_s}.
   *
   * @param label index of the label
   * @param projected w of each token, {@code [T×M]} row-major; not modified
   * @param length number of tokens T
   * @param covarianceInOut {@code [T×T]}; modified
   */
  public void addLatentCovariance(
      int label, double[] projected, int length, double[] covarianceInOut) {
    double[][] spread = spread(label, projected, length);
    double[] products = new double[length * length];
    // Computes tiles of two rows by four columns. Tiles at the edges repeat the last row or column.
    for (int t = 0; t < length; t += 2) {
      for (int s = 0; s <= t; s += 4) {
        writeProducts(spread, t, s, products);
      }
    }

    for (int t = 0; t < length; t++) {
      for (int s = 0; s <= t; s++) {
        double product = products[t * length + s];
        covarianceInOut[t * length + s] += product;
        if (s < t) {
          covarianceInOut[s * length + t] += product;
        }
      }
    }
  }

  /**
   * Writes the inner products of rows t and t + 1 with rows s to s + 3. The eight sums are
   * independent of one another, so that the processor computes them in parallel, and each number
   * that is read is used several times.
   *
   * @param rows {@code [T][M]}; not modified
   * @param out {@code [T×T]} row-major; the entries of these rows are overwritten
   */
  private static void writeProducts(double[][] rows, int t, int s, double[] out) {
    int last = rows.length - 1;
    int u = Math.min(t + 1, last);
    int second = Math.min(s + 1, last);
    int third = Math.min(s + 2, last);
    int fourth = Math.min(s + 3, last);
    double[] x = rows[t];
    double[] y = rows[u];
    double[] a = rows[s];
    double[] b = rows[second];
    double[] c = rows[third];
    double[] d = rows[fourth];
    double xa = 0;
    double xb = 0;
    double xc = 0;
    double xd = 0;
    double ya = 0;
    double yb = 0;
    double yc = 0;
    double yd = 0;

    for (int i = 0; i < x.length; i++) {
      xa += x[i] * a[i];
      xb += x[i] * b[i];
      xc += x[i] * c[i];
      xd += x[i] * d[i];
      ya += y[i] * a[i];
      yb += y[i] * b[i];
      yc += y[i] * c[i];
      yd += y[i] * d[i];
    }

    int upper = t * rows.length;
    int lower = u * rows.length;
    out[upper + s] = xa;
    out[upper + second] = xb;
    out[upper + third] = xc;
    out[upper + fourth] = xd;
    out[lower + s] = ya;
    out[lower + second] = yb;
    out[lower + third] = yc;
    out[lower + fourth] = yd;
  }

  /**
   * Returns {@code Cᵀ w_t} of each token, {@code [T][M]}. The inner products of these rows are the
   * entries of {@code Wᵀ S W}.
   */
  private double[][] spread(int label, double[] projected, int length) {
    int m = projected.length / length;
    double[][] out = new double[length][m];
    for (int t = 0; t < length; t++) {
      double[] row = out[t];
      for (int i = 0; i < m; i++) {
        double weight = projected[t * m + i];
        if (isDiagonal()) {
          row[i] = deviation[label * m + i] * weight;
          continue;
        }
        ScaledSums.add(weight, factor[label], i * m, i + 1, row, 0);
      }
    }
    return out;
  }
}
