package org.gpchain.internal.training.mcmc;

import java.util.Arrays;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.training.mcmc.PosteriorSampler.SampleTrace;

/** Convergence diagnostics of Markov chains (Gelman et al., Bayesian Data Analysis, §11.4–11.5). */
public final class Convergence {
  private Convergence() {}

  /**
   * Returns the potential scale reduction R̂ of chains that are split in halves. It approaches 1 as
   * the half chains converge to the same distribution.
   *
   * @param chains values of each chain, {@code [chains][samples]}; at least one chain and 4
   *     samples; not modified
   * @return R̂; NaN if all values are equal
   */
  public static double rHat(double[][] chains) {
    Moments moments = new Moments(chains);
    return Math.sqrt(moments.pooled / moments.within);
  }

  /**
   * Returns the effective sample size, which is the number of independent samples from which the
   * mean could be estimated with the same variance. Uses Geyer's initial monotone sequence.
   *
   * @param chains values of each chain, see {@link #rHat}
   */
  public static double effectiveSampleSize(double[][] chains) {
    Moments moments = new Moments(chains);
    int n = moments.length;
    double sum = 0;
    double previous = Double.POSITIVE_INFINITY;
    for (int lag = 0; lag + 1 < n; lag += 2) {
      double pair = moments.autocorrelation(lag) + moments.autocorrelation(lag + 1);
      if (!(pair > 0)) {
        break;
      }
      previous = Math.min(previous, pair);
      sum += previous;
    }

    double total = (double) moments.halves.length * n;
    return Math.min(total * Math.log10(total), total / Math.max(1e-12, 2 * sum - 1));
  }

  /** Variances within and between half chains. */
  private static final class Moments {
    /** Half chains, {@code [halves][length]}. */
    private final double[][] halves;

    private final int length;

    /** Mean variance within half chains. */
    private final double within;

    /** Estimate of the variance of the posterior, from the variances within and between chains. */
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

      double[] means = new double[halves.length];
      Arrays.setAll(means, c -> Arrays.stream(halves[c]).average().orElse(0));
      double grandMean = Arrays.stream(means).average().orElse(0);
      double between = 0;
      double withinSum = 0;
      for (int c = 0; c < halves.length; c++) {
        double mean = means[c];
        between += (mean - grandMean) * (mean - grandMean) / (halves.length - 1);
        double squares = Arrays.stream(halves[c]).map(x -> (x - mean) * (x - mean)).sum();
        withinSum += squares / (length - 1) / halves.length;
      }
      within = withinSum;
      pooled = within * (length - 1) / length + between;
    }

    /** Returns the autocorrelation by the variogram, {@code 1 − V_lag / (2 · pooled variance)}. */
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
   * The mixing of chains, measured on the traces of some latent scores.
   *
   * @param rHat the largest potential scale reduction of a score; NaN if no score varies
   * @param effectiveSamples the smallest effective sample size of a score, for all chains together;
   *     NaN if no score varies
   */
  public record Mixing(double rHat, double effectiveSamples) {
    /**
     * Returns the mixing of chains of the same posterior. Scores that do not vary are ignored. For
     * example, the scores of tokens without features are always zero.
     *
     * @param traces traces of the chains, of the same length, at least 4
     */
    public static Mixing of(SampleTrace... traces) {
      double largestRHat = Double.NaN;
      double smallestSize = Double.NaN;
      for (int p = 0; p < traces[0].probe().length; p++) {
        double[][] probe = new double[traces.length][];
        for (int c = 0; c < traces.length; c++) {
          probe[c] = traces[c].probe()[p];
        }

        double rHat = Convergence.rHat(probe);
        if (Double.isNaN(rHat)) {
          continue;
        }
        double size = Convergence.effectiveSampleSize(probe);
        // In negated form, so that NaN is replaced.
        if (!(largestRHat >= rHat)) {
          largestRHat = rHat;
        }
        if (!(smallestSize <= size)) {
          smallestSize = size;
        }
      }
      return new Mixing(largestRHat, smallestSize);
    }
  }
}
