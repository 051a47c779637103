package org.gpchain.internal.core.chain;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;

/**
 * One kind of sentence: its size, how far apart its scores are, and how many of them are forbidden
 * (negative infinity).
 */
record ChainCase(int labelCount, int length, double scale, double forbidden) {
  private static final double[] SCALES = {0.1, 1, 30, 800};
  private static final double[] FORBIDDEN = {0, 0.25};
  private static final int SEEDS = 5;

  /** All kinds. */
  static Stream<ChainCase> all() {
    return IntStream.rangeClosed(1, 4)
        .boxed()
        .flatMap(
            v ->
                IntStream.rangeClosed(1, 5)
                    .boxed()
                    .flatMap(
                        t ->
                            IntStream.range(0, SCALES.length * FORBIDDEN.length)
                                .mapToObj(
                                    i -> new ChainCase(v, t, SCALES[i / 2], FORBIDDEN[i % 2]))));
  }

  /** Scores of one sentence and their enumeration. */
  record Scores(double[] unary, double[] pairwise, BruteForce oracle) {}

  /** Sentences of this kind, some of them without any possible sequence. */
  Stream<Scores> sentences() {
    return IntStream.range(0, SEEDS).mapToObj(this::scores);
  }

  /** Sentences of this kind that have a possible sequence. */
  Stream<Scores> possibleSentences() {
    return sentences().filter(scores -> scores.oracle().isPossible());
  }

  private Scores scores(int seed) {
    Draws draws = new Draws(seed + 100L * labelCount + 1000L * length);
    double[] unary = forbid(draws.normals(length * labelCount, scale), draws);
    double[] pairwise = forbid(draws.normals(labelCount * labelCount, scale), draws);
    return new Scores(unary, pairwise, new BruteForce(unary, pairwise, length, labelCount));
  }

  private double[] forbid(double[] scores, Draws draws) {
    Arrays.setAll(scores, i -> draws.chance(forbidden) ? Double.NEGATIVE_INFINITY : scores[i]);
    return scores;
  }
}
