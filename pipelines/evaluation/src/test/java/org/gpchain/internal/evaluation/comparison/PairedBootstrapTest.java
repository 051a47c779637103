package org.gpchain.internal.evaluation.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.internal.evaluation.comparison.Comparison.McNemar;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairedBootstrapTest {
  private final PairedBootstrap bootstrap = new PairedBootstrap(4_000, 7);

  /** Returns counts of sentences with one predicted segment each; every k-th segment is wrong. */
  private static List<SpanCounts> wrongEvery(int k, int sentences) {
    List<SpanCounts> all = new ArrayList<>();
    for (int n = 0; n < sentences; n++) {
      all.add(new SpanCounts(1, 1, n % k == 0 ? 0 : 1));
    }
    return all;
  }

  private static Difference difference(
      PairedBootstrap bootstrap, List<SpanCounts> first, List<SpanCounts> second) {
    return bootstrap.difference(sums(first), sums(second), PairedBootstrap::f1);
  }

  private static double[][] sums(List<SpanCounts> counts) {
    return counts.stream().map(PairedBootstrap::sums).toArray(double[][]::new);
  }

  @Test
  void intervalMatchesTheBinomialDistribution() {
    int n = 400;
    // The difference from a perfect tagger is minus the share of wrong sentences, 1/4.
    Difference difference =
        difference(bootstrap, wrongEvery(4, n), wrongEvery(n + 1, n).subList(0, n));
    double error = 0.25 - 1.0 / n;
    assertThat(difference.value()).isCloseTo(-error, within(1e-12));
    double halfWidth = 1.96 * Math.sqrt(0.25 * 0.75 / n);
    assertThat(difference.low()).isCloseTo(-error - halfWidth, within(0.005));
    assertThat(difference.high()).isCloseTo(-error + halfWidth, within(0.005));
    assertThat(difference.isTie()).isFalse();
  }

  /** Tests means, whose statistics are a sum and a count for each sentence. */
  @Test
  void meansAreSumsDividedByCounts() {
    double[][] first = {{2, 2}, {0, 2}, {0, 2}, {0, 2}};
    double[][] second = {{0, 2}, {0, 2}, {0, 2}, {0, 2}};
    Difference difference = bootstrap.difference(first, second, PairedBootstrap::mean);

    assertThat(difference.value()).isEqualTo(0.25);
    assertThat(bootstrap.difference(new double[9][2], new double[9][2], PairedBootstrap::mean))
        .isEqualTo(new Difference(0, 0, 0));
  }

  /**
   * Compares with all 5^5 equally likely resamples of five sentences: the ends of the interval are
   * quantiles of their differences, for any metric.
   */
  @Test
  void intervalMatchesTheQuantilesOfAllResamples() {
    double[][] first = {{3, 4}, {0, 1}, {7, 9}, {2, 2}, {1, 5}};
    double[][] second = {{1, 2}, {5, 6}, {0, 3}, {4, 4}, {2, 7}};
    ToDoubleFunction<double[]> figure = sums -> sums[0] * sums[0] / sums[1];
    double[] exact = new double[3125];

    for (int r = 0; r < exact.length; r++) {
      int[] sentences = {r % 5, r / 5 % 5, r / 25 % 5, r / 125 % 5, r / 625};
      exact[r] = value(first, sentences, figure) - value(second, sentences, figure);
    }

    Arrays.sort(exact);
    Difference difference = new PairedBootstrap(200_000, 3).difference(first, second, figure);
    int[] all = {0, 1, 2, 3, 4};

    assertThat(difference.value())
        .isEqualTo(value(first, all, figure) - value(second, all, figure));
    // Between the 2.3 % and 2.7 % quantiles: the standard error for 200,000 resamples is 0.035 %.
    assertThat(difference.low()).isBetween(exact[72], exact[84]);
    assertThat(difference.high()).isBetween(exact[3124 - 84], exact[3124 - 72]);
  }

  private static double value(double[][] of, int[] sentences, ToDoubleFunction<double[]> figure) {
    double[] sums = new double[2];
    for (int sentence : sentences) {
      sums[0] += of[sentence][0];
      sums[1] += of[sentence][1];
    }
    return figure.applyAsDouble(sums);
  }

  @Test
  void ignoresErrorsThatBothTaggersMake() {
    Difference same = difference(bootstrap, wrongEvery(3, 50), wrongEvery(3, 50));
    assertThat(same).isEqualTo(new Difference(0, 0, 0));
    assertThat(same.isTie()).isTrue();
    assertThat(difference(bootstrap, wrongEvery(3, 12), wrongEvery(4, 12)).isTie())
        .as("of few sentences")
        .isTrue();
  }

  @Test
  void swappingTheTaggersNegatesTheDifference() {
    Difference there = difference(bootstrap, wrongEvery(3, 90), wrongEvery(7, 90));
    Difference back = difference(bootstrap, wrongEvery(7, 90), wrongEvery(3, 90));
    assertThat(back).isEqualTo(new Difference(-there.value(), -there.high(), -there.low()));
  }

  @Test
  void dependsOnTheSeed() {
    List<SpanCounts> a = wrongEvery(3, 60);
    List<SpanCounts> b = wrongEvery(5, 60);
    assertThat(difference(bootstrap, a, b)).isEqualTo(difference(bootstrap, a, b));
    assertThat(difference(new PairedBootstrap(4_000, 8), a, b).value())
        .isEqualTo(difference(bootstrap, a, b).value());
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> difference(bootstrap, wrongEvery(3, 2), wrongEvery(3, 3)));
    assertThatIllegalArgumentException().isThrownBy(() -> new PairedBootstrap(999, 1));
  }

  /** Compares with Pascal's triangle, 2 · Σ_{i ≤ k} C(n, i) / 2ⁿ. */
  @ParameterizedTest
  @CsvSource({"0,0", "1,0", "0,5", "3,7", "6,6", "10,25", "40,20"})
  void mcNemarMatchesTheBinomialTail(int first, int second) {
    int n = first + second;
    double[] row = {1};
    for (int i = 0; i < n; i++) {
      double[] next = new double[row.length + 1];
      for (int j = 0; j < row.length; j++) {
        next[j] += row[j] / 2;
        next[j + 1] += row[j] / 2;
      }
      row = next;
    }

    double tail = 0;
    for (int i = 0; i <= Math.min(first, second); i++) {
      tail += row[i];
    }
    McNemar test = McNemar.of(first, second);

    assertThat(test.p()).isCloseTo(Math.min(1, 2 * tail), within(1e-12));
    assertThat(McNemar.of(second, first).p()).isEqualTo(test.p());
  }

  /** Compares with the normal approximation with continuity correction. */
  @Test
  void mcNemarHandlesLargeNumbers() {
    assertThat(McNemar.of(50_000, 50_400).p()).isCloseTo(0.2079, within(1e-3));
    assertThat(McNemar.of(1_000_000, 0).p()).isZero();
    assertThat(McNemar.of(100_000, 100_000).p()).isEqualTo(1);
  }
}
