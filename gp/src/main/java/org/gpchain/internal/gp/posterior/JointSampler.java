package org.gpchain.internal.gp.posterior;

import java.util.List;
import org.gpchain.internal.gp.algebra.LowerTriangles;

/**
 * Computes samples of f and g from standard normal noise ε: {@code f = b + C ε}. Contains buffers,
 * and must not be shared between threads.
 */
public final class JointSampler {
  private final JointGaussian q;
  private final LowerTriangles unaryFactor;
  private final LowerTriangles pairwiseFactor;
  private final double[] unaryNoise;
  private final double[] pairwiseNoise;

  /** Creates a sampler of the scores of a sentence. */
  public JointSampler(JointGaussian q) {
    this.q = q;
    this.unaryFactor = LowerTriangles.of(q.unaryFactor());
    if (q.pairwiseFactor() == null) {
      this.pairwiseFactor = LowerTriangles.ofNumbers(q.pairwiseDeviation());
    } else {
      this.pairwiseFactor = LowerTriangles.of(List.of(q.pairwiseFactor()));
    }
    this.unaryNoise = new double[q.unaryMean().length];
    this.pairwiseNoise = new double[q.pairwiseMean().length];
  }

  /**
   * Computes one sample.
   *
   * @param noise ε of f, {@code [V×T]} row-major, followed by ε of g, {@code [V×V]}; not modified
   * @param unaryOut sample of f, {@code [T×V]} row-major; overwritten
   * @param pairwiseOut sample of g, {@code [V×V]}; overwritten
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

  /**
   * Returns ε of f in the last sample, {@code [T×V]} row-major; shared, overwritten by the next
   * sample.
   */
  public double[] unaryNoise() {
    return unaryNoise;
  }

  /** Returns ε of g in the last sample, {@code [V×V]}; shared, overwritten by the next sample. */
  public double[] pairwiseNoise() {
    return pairwiseNoise;
  }
}
