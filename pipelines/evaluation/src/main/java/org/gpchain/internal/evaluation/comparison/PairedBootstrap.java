package org.gpchain.internal.evaluation.comparison;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.core.math.Checks;

/**
 * The paired bootstrap, which estimates a confidence interval of the difference between two
 * labellers in a metric such as F1. Both are scored on the same test sets, which are drawn with
 * replacement from the test sentences (Efron and Tibshirani 1993, chapter 13; for taggers,
 * Berg-Kirkpatrick et al. 2012).
 *
 * @param resamples number of test sets that are drawn, at least 1,000
 * @param seed seed of the draws
 */
public record PairedBootstrap(int resamples, long seed) {
  private static final int MIN_RESAMPLES = 1_000;

  /** Share of the resamples below the interval, and share of the resamples above it. */
  private static final double TAIL = 0.025;

  /** Checks the number of resamples. */
  public PairedBootstrap {
    Checks.atLeast("resamples", resamples, MIN_RESAMPLES);
  }

  /**
   * A difference between the metrics of two labellers.
   *
   * @param value difference on the test sentences themselves
   * @param low lower end of the 95 % interval
   * @param high upper end of the 95 % interval
   */
  public record Difference(double value, double low, double high) {
    /** Returns whether the interval contains 0, so that neither labeller is known to be better. */
    public boolean isTie() {
      return low <= 0 && high >= 0;
    }
  }

  /** Returns the statistics from which {@link #f1} is computed. */
  public static double[] sums(SpanCounts counts) {
    return new double[] {counts.gold(), counts.predicted(), counts.correct()};
  }

  /**
   * Returns F1, or 0 without gold and predicted segments.
   *
   * @param counts numbers of gold, predicted and correct segments, {@code [3]}
   */
  public static double f1(double[] counts) {
    double segments = counts[0] + counts[1];
    return segments == 0 ? 0 : 2 * counts[2] / segments;
  }

  /**
   * Returns a mean, or 0 without terms.
   *
   * @param sumAndCount sum and number of the terms, {@code [2]}
   */
  public static double mean(double[] sumAndCount) {
    if (sumAndCount[1] == 0) {
      return 0;
    }
    return sumAndCount[0] / sumAndCount[1];
  }

  /**
   * Returns the metric of the first labeller minus the metric of the second labeller.
   *
   * @param first statistics of the first labeller for each test sentence, {@code
   *     [sentences][statistics]}, at least one sentence; not modified
   * @param second statistics of the second labeller for the same sentences in the same order; not
   *     modified
   * @param figure returns the metric of a text, given the sums of the statistics over its sentences
   */
  public Difference difference(
      double[][] first, double[][] second, ToDoubleFunction<double[]> figure) {
    int n = first.length;
    Checks.atLeast("number of sentences", n, 1);
    Checks.length("sentences of the second labeller", second.length, n, "[sentences]");

    SplittableRandom random = new SplittableRandom(seed);
    double[] differences = new double[resamples];
    for (int r = 0; r < resamples; r++) {
      int[] sample = random.ints(n, 0, n).toArray();
      differences[r] = differenceOn(sample, first, second, figure);
    }
    Arrays.sort(differences);

    int[] sentences = IntStream.range(0, n).toArray();
    double value = differenceOn(sentences, first, second, figure);
    int tail = (int) (TAIL * resamples);
    return new Difference(value, differences[tail], differences[resamples - 1 - tail]);
  }

  private static double differenceOn(
      int[] sentences, double[][] first, double[][] second, ToDoubleFunction<double[]> figure) {
    double firstFigure = figure.applyAsDouble(sum(first, sentences));
    double secondFigure = figure.applyAsDouble(sum(second, sentences));
    return firstFigure - secondFigure;
  }

  /**
   * Returns the sums of statistics over sentences.
   *
   * @param statistics statistics of all sentences, {@code [sentences][statistics]}
   * @param sentences numbers of the sentences to sum; a number may occur more than once
   */
  static double[] sum(double[][] statistics, int[] sentences) {
    double[] sum = new double[statistics[0].length];
    for (int sentence : sentences) {
      double[] row = statistics[sentence];
      for (int i = 0; i < sum.length; i++) {
        sum[i] += row[i];
      }
    }
    return sum;
  }
}
