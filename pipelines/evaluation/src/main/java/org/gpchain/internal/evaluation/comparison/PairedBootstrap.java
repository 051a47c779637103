package org.gpchain.internal.evaluation.comparison;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.core.math.Checks;

/**
 * How far the difference between figures of two labellers, such as their F1, may be due to the
 * choice of the test sentences: both are scored on the same sentences, drawn with replacement again
 * and again (Efron and Tibshirani 1993, chapter 13; for taggers, Berg-Kirkpatrick et al. 2012).
 *
 * @param resamples number of draws of a whole test set, at least 1,000
 */
public record PairedBootstrap(int resamples, long seed) {
  private static final int MIN_RESAMPLES = 1_000;

  /** Share of the resamples that lie below the interval; as many lie above it. */
  private static final double TAIL = 0.025;

  public PairedBootstrap {
    Checks.atLeast("resamples", resamples, MIN_RESAMPLES);
  }

  /**
   * A difference between two figures.
   *
   * @param value on the test sentences themselves
   * @param low lower end of the 95 % interval
   * @param high upper end of the 95 % interval
   */
  public record Difference(double value, double low, double high) {
    /** Whether the interval contains 0: the test sentences do not tell the taggers apart. */
    public boolean isTie() {
      return low <= 0 && high >= 0;
    }
  }

  /** The numbers of which {@link #f1} is a function. */
  public static double[] sums(SpanCounts counts) {
    return new double[] {counts.gold(), counts.predicted(), counts.correct()};
  }

  /** F1 from the numbers of gold, predicted and correct segments; 0 if there are none. */
  public static double f1(double[] counts) {
    double all = counts[0] + counts[1];
    return all == 0 ? 0 : 2 * counts[2] / all;
  }

  /** A mean from a sum and the number of its terms; 0 if there are none. */
  public static double mean(double[] sumAndCount) {
    return sumAndCount[1] == 0 ? 0 : sumAndCount[0] / sumAndCount[1];
  }

  /**
   * A figure of {@code first} minus that of {@code second}.
   *
   * @param first for each test sentence, the numbers whose sums over a text give the figure: {@code
   *     [sentences][numbers]}, at least one sentence; not modified
   * @param second those of the same sentences in the same order; not modified
   * @param figure of a text, from the sums over its sentences
   */
  public Difference difference(
      double[][] first, double[][] second, ToDoubleFunction<double[]> figure) {
    int n = first.length;
    Checks.atLeast("number of sentences", n, 1);
    Checks.length("sentences of the second labeller", second.length, n, "[sentences]");
    ToDoubleFunction<int[]> difference =
        of -> figure.applyAsDouble(sum(first, of)) - figure.applyAsDouble(sum(second, of));
    SplittableRandom random = new SplittableRandom(seed);
    double[] differences =
        Stream.generate(() -> random.ints(n, 0, n).toArray())
            .limit(resamples)
            .mapToDouble(difference)
            .sorted()
            .toArray();
    int tail = (int) (TAIL * resamples);
    double value = difference.applyAsDouble(IntStream.range(0, n).toArray());
    return new Difference(value, differences[tail], differences[resamples - 1 - tail]);
  }

  /** Sums over some sentences, each as often as it is named. */
  static double[] sum(double[][] ofSentences, int[] sentences) {
    double[] sum = new double[ofSentences[0].length];
    for (int sentence : sentences) {
      double[] one = ofSentences[sentence];
      for (int i = 0; i < sum.length; i++) {
        sum[i] += one[i];
      }
    }
    return sum;
  }
}
