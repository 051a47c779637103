package org.gpchain.training.mcmc;

/**
 * How well chains have mixed, by the traces of some latent scores.
 *
 * @param rHat the largest potential scale reduction of a score
 * @param effectiveSamples the smallest number of independent samples that say as much of a score,
 *     of all chains together
 */
public record Mixing(double rHat, double effectiveSamples) {
  /**
   * Looks at chains of the same posterior.
   *
   * @param traces of the same length, at least 4
   */
  public static Mixing of(SampleTrace... traces) {
    double worst = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < traces[0].probe().length; p++) {
      double[][] probe = new double[traces.length][];
      for (int c = 0; c < traces.length; c++) {
        probe[c] = traces[c].probe()[p];
      }
      worst = Math.max(worst, Convergence.rHat(probe));
      least = Math.min(least, Convergence.effectiveSampleSize(probe));
    }
    return new Mixing(worst, least);
  }
}
