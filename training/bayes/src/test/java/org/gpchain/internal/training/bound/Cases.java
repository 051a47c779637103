package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.filled;

import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.training.bound.Pathwise.LatentMean;

/**
 * A sentence with its latent means, and random deviations from them.
 *
 * @param unary means of the unary scores, {@code [T×V]}
 * @param pairwise means of the transition scores, {@code [V×V]}
 * @param labels gold labels, {@code [T]}
 * @param labelCount number of labels V
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

  /** Returns independent deviations with given standard deviations. */
  LatentSamples samples(Draws draws, int count, double unaryScale, double pairwiseScale) {
    return new LatentSamples(
        floats(draws, count, unary.length, unaryScale),
        floats(draws, count, pairwise.length, pairwiseScale));
  }

  private static float[][] floats(Draws draws, int count, int length, double scale) {
    return Stream.generate(() -> draws.floats(length, scale)).limit(count).toArray(float[][]::new);
  }

  /** Returns the mean plus the deviation of a sample. */
  static double[] shifted(double[] mean, float[] deviation) {
    double[] out = mean.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] += deviation[i];
    }
    return out;
  }

  /** Returns output arrays that are longer than necessary, filled with NaN. */
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
