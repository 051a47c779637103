package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.filled;

import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.posterior.LatentGradient;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.bound.Pathwise.LatentMean;

/**
 * One sentence, its latent means, and deviations from them.
 *
 * @param unary {@code [T×V]}
 * @param pairwise {@code [V×V]}
 * @param labels {@code [T]}
 * @param labelCount V
 */
record Cases(double[] unary, double[] pairwise, int[] labels, int labelCount) {
  static Cases random(Draws draws, int length, int labelCount) {
    return new Cases(
        draws.normals(length * labelCount, 1.5),
        draws.normals(labelCount * labelCount, 1),
        draws.indices(length, labelCount),
        labelCount);
  }

  LatentMean mean() {
    return new LatentMean(unary, pairwise);
  }

  /** Deviations of given standard deviations, independent of each other. */
  LatentSamples samples(Draws draws, int count, double unaryScale, double pairwiseScale) {
    return new LatentSamples(
        floats(draws, count, unary.length, unaryScale),
        floats(draws, count, pairwise.length, pairwiseScale));
  }

  private static float[][] floats(Draws draws, int count, int length, double scale) {
    return Stream.generate(() -> draws.floats(length, scale)).limit(count).toArray(float[][]::new);
  }

  /** The mean shifted by one of the samples' deviations. */
  static double[] shifted(double[] mean, float[] deviation) {
    double[] out = mean.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] += deviation[i];
    }
    return out;
  }

  /** Output arrays with room for more than is needed, full of what must not be left there. */
  LatentGradient gradient(boolean curvature) {
    return new LatentGradient(
        filled(unary.length + 3, Double.NaN),
        filled(pairwise.length, Double.NaN),
        curvature ? filled(unary.length + 3, Double.NaN) : null,
        curvature ? filled(pairwise.length, Double.NaN) : null);
  }

  static double softmaxCurvature(double gradient) {
    return Math.abs(gradient) * (1 - Math.abs(gradient));
  }
}
