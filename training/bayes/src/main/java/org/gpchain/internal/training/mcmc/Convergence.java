package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;

/** The convergence of chains (Gelman et al., Bayesian Data Analysis, 3rd edition, §11.4–11.5). */
public final class Convergence {
  private Convergence() {}

  /**
   * The potential scale reduction R̂ of chains, each split in two: 1 if the halves agree.
   *
   * @param chains at least one, of the same length, at least 4; not modified
   * @return NaN if nothing varies
   */
  public static double rHat(double[][] chains) {
    Moments moments = new Moments(chains);
    return Math.sqrt(moments.pooled / moments.within);
  }

  /**
   * The number of independent samples that say as much of the mean, by Geyer's initial monotone
   * sequence.
   *
   * @param chains see {@link #rHat}
   */
  public static double effectiveSampleSize(double[][] chains) {
    Moments moments = new Moments(chains);
    int n = moments.length;
    double sum = 0;
    double before = Double.POSITIVE_INFINITY;
    for (int lag = 0; lag + 1 < n; lag += 2) {
      double pair = moments.autocorrelation(lag) + moments.autocorrelation(lag + 1);
      if (!(pair > 0)) {
        break;
      }
      before = Math.min(before, pair);
      sum += before;
    }
    double total = (double) moments.halves.length * n;
    return Math.min(total * Math.log10(total), total / Math.max(1e-12, 2 * sum - 1));
  }

  /** Variances within and between half chains. */
  private static final class Moments {
    private final double[][] halves;
    private final double[] mean;
    private final int length;
    private final double within;
    private final double pooled;

    Moments(double[][] chains) {
      Checks.atLeast("number of chains", chains.length, 1);
      length = Checks.atLeast("length of a chain", chains[0].length, 4) / 2;
      halves = new double[2 * chains.length][];
      for (int c = 0; c < chains.length; c++) {
        Checks.length("chain", chains[c].length, chains[0].length, "[samples]");
        halves[2 * c] = Arrays.copyOfRange(chains[c], 0, length);
        halves[2 * c + 1] =
            Arrays.copyOfRange(chains[c], chains[c].length - length, chains[c].length);
      }
      mean =
          Arrays.stream(halves)
              .mapToDouble(half -> Arrays.stream(half).average().orElse(0))
              .toArray();
      double all = Arrays.stream(mean).average().orElse(0);
      double between = 0;
      double inside = 0;
      for (int c = 0; c < halves.length; c++) {
        between += (mean[c] - all) * (mean[c] - all) / (halves.length - 1);
        double center = mean[c];
        inside +=
            Arrays.stream(halves[c]).map(x -> (x - center) * (x - center)).sum()
                / (length - 1)
                / halves.length;
      }
      within = inside;
      pooled = within * (length - 1) / length + between;
    }

    /** By the variogram: {@code 1 − V_lag / (2 · pooled variance)}. */
    double autocorrelation(int lag) {
      double sum = 0;
      for (double[] half : halves) {
        for (int i = lag; i < length; i++) {
          sum += (half[i] - half[i - lag]) * (half[i] - half[i - lag]);
        }
      }
      return 1 - sum / (halves.length * (double) (length - lag)) / (2 * pooled);
    }
  }

  /**
   * The mixing of chains, by the traces of some latent scores.
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
}
