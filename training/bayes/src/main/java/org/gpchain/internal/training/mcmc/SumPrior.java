package org.gpchain.internal.training.mcmc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.internal.core.math.ScaledSums;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * The prior of a sum of independent functions with separate white noise. The rows of the white
 * noise, and the hyper-parameters, of the functions are concatenated.
 *
 * @param parts priors of the functions, at least one, over the same tokens and labels
 */
record SumPrior(List<WhitenedPrior> parts) implements WhitenedPrior {
  @Override
  public LabeledRows corpus() {
    return parts.get(0).corpus();
  }

  @Override
  public int whiteCount() {
    return parts.stream().mapToInt(WhitenedPrior::whiteCount).sum();
  }

  @Override
  public void scores(double[] white, double[] unaryOut) {
    double[] summand = new double[corpus().tokenCount() * corpus().labelCount()];
    Arrays.fill(unaryOut, 0, summand.length, 0);
    List<double[]> noise = split(white);
    for (int p = 0; p < noise.size(); p++) {
      parts.get(p).scores(noise.get(p), summand);
      ScaledSums.add(1, summand, summand.length, unaryOut);
    }
  }

  /** Returns the white noise of each part; new arrays. */
  private List<double[]> split(double[] white) {
    List<double[]> noise = new ArrayList<>();
    int from = 0;
    for (WhitenedPrior part : parts) {
      int to = from + part.whiteCount() * corpus().labelCount();
      noise.add(Arrays.copyOfRange(white, from, to));
      from = to;
    }
    return noise;
  }

  @Override
  public LatentSample sample(double[] white, double[] pairwise) {
    List<double[]> noise = split(white);
    List<LatentSample> samples = new ArrayList<>();
    for (int p = 0; p < noise.size(); p++) {
      samples.add(parts.get(p).sample(noise.get(p), pairwise));
    }
    return new SumSample(samples, pairwise);
  }

  /**
   * A sample of the posterior of a sum.
   *
   * @param parts samples of the functions
   * @param pairwise transition scores, {@code [V×V]}
   */
  private record SumSample(List<LatentSample> parts, double[] pairwise) implements LatentSample {
    @Override
    public void unary(LabeledRows corpus, int sentence, double[] out) {
      double[] summand = new double[corpus.length(sentence) * corpus.labelCount()];
      Arrays.fill(out, 0, summand.length, 0);
      for (LatentSample part : parts) {
        part.unary(corpus, sentence, summand);
        ScaledSums.add(1, summand, summand.length, out);
      }
    }
  }

  @Override
  public WhitenedPrior withHyper(double[] logHyper) {
    List<WhitenedPrior> moved = new ArrayList<>();
    int from = 0;
    for (WhitenedPrior part : parts) {
      int to = from + part.logHyper().length;
      double[] partHyper = Arrays.copyOfRange(logHyper, from, to);
      if (Arrays.equals(partHyper, part.logHyper())) {
        moved.add(part);
      } else {
        moved.add(part.withHyper(partHyper));
      }
      from = to;
    }
    return new SumPrior(moved);
  }

  @Override
  public double[] logHyper() {
    return parts.stream().flatMapToDouble(part -> Arrays.stream(part.logHyper())).toArray();
  }
}
