package org.gpchain.training.mcmc;

/**
 * How well chains have mixed, by the traces of some latent scores.
 *
 * @param rHat the largest potential scale reduction of a score; NaN if no score varies
 * @param effectiveSamples the smallest number of independent samples that say as much of a score,
 *     of all chains together; NaN if no score varies
 */
public record Mixing(double rHat, double effectiveSamples) {
  /**
   * Looks at chains of the same posterior. Scores that do not vary say nothing: those of tokens
   * without features are zero.
   *
   * @param traces of the same length, at least 4
   */
  public static Mixing of(SampleTrace... traces) {
    double worst = Double.NaN;
    double least = Double.NaN;
    for (int p = 0; p < traces[0].probe().length; p++) {
      double[][] probe = new double[traces.length][];
      for (int c = 0; c < traces.length; c++) {
        probe[c] = traces[c].probe()[p];
      }
      double rHat = Convergence.rHat(probe);
      if (Double.isNaN(rHat)) {
        continue;
      }
      double effective = Convergence.effectiveSampleSize(probe);
      worst = worst >= rHat ? worst : rHat;
      least = least <= effective ? least : effective;
    }
    return new Mixing(worst, least);
  }
}
