package org.gpchain.internal.gp.posterior;

import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.ScaledSums;

/**
 * One Gaussian of a mixture, independent between labels: {@code Π_j N(v_j; m_j, S_j)} for labels
 * {@code j < J} in M whitened inducing points. S_j is held either by its standard deviations or by
 * a lower triangular factor, {@code S_j = C_j C_jᵀ}.
 *
 * @param mean {@code [J×M]} row-major; kept
 * @param deviation standard deviations, {@code [J×M]} row-major, positive; null if there are
 *     factors; kept
 * @param factor for each label {@code [M×M]} row-major with a positive diagonal, not read above it;
 *     null if there are deviations; kept
 */
public record GaussianComponent(double[] mean, double[] deviation, double[][] factor) {
  public GaussianComponent {
    if ((deviation == null) == (factor == null)) {
      throw new IllegalArgumentException("a component must have either deviations or factors");
    }
  }

  public static GaussianComponent diagonal(double[] mean, double[] deviation) {
    return new GaussianComponent(mean, deviation, null);
  }

  public static GaussianComponent full(double[] mean, double[][] factor) {
    return new GaussianComponent(mean, null, factor);
  }

  public boolean isDiagonal() {
    return factor == null;
  }

  /**
   * Checks all shapes.
   *
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
   * Writes the mean of f for one label (supplement, eq. 38): {@code b_t = w_tᵀ m}.
   *
   * @param projected w of each token, {@code [T×M]} row-major; not modified
   * @param out {@code b_t} goes to {@code out[t·stride + label]}
   */
  public void latentMean(int label, double[] projected, int length, double[] out, int stride) {
    int m = projected.length / length;
    for (int t = 0; t < length; t++) {
      out[t * stride + label] = ScaledSums.product(mean, label * m, projected, t * m, m);
    }
  }

  /**
   * Adds the covariance of f for one label that comes from the inducing points (supplement, eq.
   * 39): {@code w_tᵀ S w_s}.
   *
   * @param projected w of each token, {@code [T×M]} row-major; not modified
   * @param covarianceInOut {@code [T×T]}; modified
   */
  public void addLatentCovariance(
      int label, double[] projected, int length, double[] covarianceInOut) {
    double[][] spread = spread(label, projected, length);
    double[] products = new double[length * length];
    // Tiles of two rows by four; what is over repeats the last row.
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
   * Writes the inner products of rows t and t + 1 with rows s to s + 3: eight sums that do not wait
   * for each other, of six numbers read.
   *
   * @param rows {@code [T][M]}; not modified
   * @param out {@code [T×T]}; overwritten there
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

  /** {@code Cᵀ w_t} of each token, {@code [T][M]}, whose products make {@code Wᵀ S W}. */
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
