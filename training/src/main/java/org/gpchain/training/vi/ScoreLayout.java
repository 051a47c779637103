package org.gpchain.training.vi;

import java.util.Arrays;
import org.gpchain.core.posterior.JointGaussian;

/**
 * Where each coordinate of the score {@code h = ∇ log q} stands, in the coordinates of the noise:
 * means of f label by label {@code [V×T]}, means of g {@code [V²]}, then, if they are wanted, the
 * covariances of f label by label (lower triangles) and of g (diagonal, or lower triangle).
 */
final class ScoreLayout {
  private final int length;
  private final int labelCount;
  private final int pairs;
  private final boolean covariance;
  private final boolean fullPairwise;

  private ScoreLayout(
      int length, int labelCount, int pairs, boolean covariance, boolean fullPairwise) {
    this.length = length;
    this.labelCount = labelCount;
    this.pairs = pairs;
    this.covariance = covariance;
    this.fullPairwise = fullPairwise;
  }

  static ScoreLayout of(JointGaussian q, boolean covariance) {
    return new ScoreLayout(
        q.length(),
        q.labelCount(),
        q.pairwiseMean().length,
        covariance,
        q.pairwiseFactor() != null);
  }

  private static int triangle(int n) {
    return n * (n + 1) / 2;
  }

  int pairwiseMean() {
    return length * labelCount;
  }

  int unaryCovariance(int label) {
    return pairwiseMean() + pairs + label * triangle(length);
  }

  int pairwiseCovariance() {
    return unaryCovariance(labelCount);
  }

  /** Number of coordinates. */
  int size() {
    return covariance
        ? pairwiseCovariance() + (fullPairwise ? triangle(pairs) : pairs)
        : unaryCovariance(0);
  }

  /**
   * Writes h for one sample: ε, and the lower triangle of ε εᵀ − I.
   *
   * @param noise ε; not modified
   * @param out {@code [size]}; overwritten
   */
  void score(double[] noise, double[] out) {
    int means = unaryCovariance(0);
    System.arraycopy(noise, 0, out, 0, means);
    if (!covariance) {
      return;
    }
    for (int label = 0; label < labelCount; label++) {
      outerProduct(noise, label * length, length, out, unaryCovariance(label));
    }
    int g = pairwiseMean();
    if (fullPairwise) {
      outerProduct(noise, g, pairs, out, pairwiseCovariance());
    } else {
      for (int i = 0; i < pairs; i++) {
        out[pairwiseCovariance() + i] = noise[g + i] * noise[g + i] - 1;
      }
    }
  }

  private static void outerProduct(double[] noise, int from, int n, double[] out, int to) {
    int next = to;
    for (int i = 0; i < n; i++) {
      double factor = noise[from + i];
      for (int j = 0; j <= i; j++) {
        out[next + j] = factor * noise[from + j];
      }
      next += i + 1;
      out[next - 1] -= 1;
    }
  }

  /**
   * Writes {@code Var[h]} of each coordinate: 1, and 2 on the diagonals of covariances, where h is
   * ε² − 1.
   *
   * @param out {@code [size]}; overwritten
   */
  void variance(double[] out) {
    Arrays.fill(out, 0, size(), 1);
    if (!covariance) {
      return;
    }
    for (int label = 0; label < labelCount; label++) {
      diagonal(out, unaryCovariance(label), length);
    }
    if (fullPairwise) {
      diagonal(out, pairwiseCovariance(), pairs);
    } else {
      Arrays.fill(out, pairwiseCovariance(), size(), 2);
    }
  }

  private static void diagonal(double[] out, int from, int n) {
    for (int i = 0; i < n; i++) {
      out[from + triangle(i + 1) - 1] = 2;
    }
  }

  /**
   * Writes out a packed lower triangle as a symmetric matrix.
   *
   * @param packed holds the triangle from {@code from} on; not modified
   * @param out {@code [n×n]}; overwritten
   */
  void unpack(double[] packed, int from, int n, double[] out) {
    int next = from;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        out[i * n + j] = packed[next];
        out[j * n + i] = packed[next];
        next++;
      }
    }
  }
}
