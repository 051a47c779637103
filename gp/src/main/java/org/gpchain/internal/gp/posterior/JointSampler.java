package org.gpchain.internal.gp.posterior;

import java.util.List;
import org.gpchain.internal.gp.algebra.LowerTriangles;

/**
 * Turns standard normal noise ε into values of f and g, sample after sample: {@code f = b + C ε}.
 * Scratch space of one thread.
 */
public final class JointSampler {
  private final JointGaussian q;
  private final LowerTriangles unaryFactor;
  private final LowerTriangles pairwiseFactor;
  private final double[] unaryNoise;
  private final double[] pairwiseNoise;

  public JointSampler(JointGaussian q) {
    this.q = q;
    this.unaryFactor = LowerTriangles.of(q.unaryFactor());
    this.pairwiseFactor =
        q.pairwiseFactor() == null
            ? LowerTriangles.ofNumbers(q.pairwiseDeviation())
            : LowerTriangles.of(List.of(q.pairwiseFactor()));
    this.unaryNoise = new double[q.unaryMean().length];
    this.pairwiseNoise = new double[q.pairwiseMean().length];
  }

  /**
   * Makes one sample.
   *
   * @param noise ε of f, {@code [V×T]} (label by label), then of g, {@code [V×V]}; not modified
   * @param unaryOut {@code [T×V]}; overwritten
   * @param pairwiseOut {@code [V×V]}; overwritten
   */
  public void transform(double[] noise, double[] unaryOut, double[] pairwiseOut) {
    int length = q.length();
    int v = q.labelCount();
    for (int t = 0; t < length; t++) {
      for (int label = 0; label < v; label++) {
        unaryNoise[t * v + label] = noise[label * length + t];
      }
    }
    System.arraycopy(noise, length * v, pairwiseNoise, 0, pairwiseNoise.length);
    System.arraycopy(q.unaryMean(), 0, unaryOut, 0, unaryNoise.length);
    unaryFactor.addProduct(unaryNoise, unaryOut);
    System.arraycopy(q.pairwiseMean(), 0, pairwiseOut, 0, pairwiseNoise.length);
    pairwiseFactor.addProduct(pairwiseNoise, pairwiseOut);
  }

  /** ε of f in the last sample, token by token: {@code [T×V]}; shared, overwritten by the next. */
  public double[] unaryNoise() {
    return unaryNoise;
  }

  /** ε of g in the last sample, {@code [V×V]}; shared, overwritten by the next. */
  public double[] pairwiseNoise() {
    return pairwiseNoise;
  }
}
