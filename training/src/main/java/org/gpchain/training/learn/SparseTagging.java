package org.gpchain.training.learn;

import org.apache.commons.rng.simple.RandomSource;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.posterior.JointGaussian;
import org.gpchain.core.posterior.LatentSamples;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.vi.LabeledRows;

public final class SparseTagging {
  private SparseTagging() {}

  public static double[][] marginals(
      SparsePosterior posterior,
      LabeledRows test,
      MarginalInference inference,
      int samples,
      boolean residual,
      long seed) {
    Workspace w = new Workspace();
    double[][] out = new double[test.sentenceCount()][];
    int v = test.labelCount();
    for (int n = 0; n < out.length; n++) {
      int length = test.length(n);
      double[] sum = new double[length * v];
      double[] one = new double[length * v];
      for (int k = 0; k < posterior.weights().length; k++) {
        JointGaussian q =
            posterior.latent(k, test.rows(), test.sentenceStart()[n], length, residual);
        if (samples == 0) {
          inference.lattice(q.unaryMean(), q.pairwiseMean(), length, w).marginals(one);
          for (int i = 0; i < sum.length; i++) sum[i] += posterior.weights()[k] * one[i];
          continue;
        }
        LatentSamples s = q.draw(RandomSource.XO_SHI_RO_256_PP.create(seed * 7919 + n), samples);
        double[] f = new double[length * v];
        double[] g = new double[v * v];
        for (int i = 0; i < samples; i++) {
          for (int j = 0; j < f.length; j++) f[j] = q.unaryMean()[j] + s.unary()[i][j];
          for (int j = 0; j < g.length; j++) g[j] = q.pairwiseMean()[j] + s.pairwise()[i][j];
          inference.lattice(f, g, length, w).marginals(one);
          for (int j = 0; j < sum.length; j++) sum[j] += posterior.weights()[k] / samples * one[j];
        }
      }
      out[n] = sum;
    }
    return out;
  }
}
