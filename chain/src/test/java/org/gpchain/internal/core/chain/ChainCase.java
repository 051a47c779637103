package org.gpchain.internal.core.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;

/**
 * A kind of random sentence.
 *
 * @param labelCount number of labels
 * @param length number of tokens
 * @param scale standard deviation of the scores
 * @param forbidden share of scores that are negative infinity
 */
record ChainCase(int labelCount, int length, double scale, double forbidden) {
  private static final double[] SCALES = {0.1, 1, 30, 800};
  private static final double[] FORBIDDEN = {0, 0.25};
  private static final int SEEDS = 5;

  /** Returns all kinds of sentences with up to four labels and five tokens. */
  static Stream<ChainCase> all() {
    List<ChainCase> cases = new ArrayList<>();
    for (int labelCount = 1; labelCount <= 4; labelCount++) {
      for (int length = 1; length <= 5; length++) {
        for (double scale : SCALES) {
          for (double forbidden : FORBIDDEN) {
            cases.add(new ChainCase(labelCount, length, scale, forbidden));
          }
        }
      }
    }
    return cases.stream();
  }

  /** The scores of a sentence and their enumeration. */
  record Scores(double[] unary, double[] pairwise, BruteForce oracle) {}

  /** Returns sentences of this kind. Some of them have no possible label sequence. */
  Stream<Scores> sentences() {
    return IntStream.range(0, SEEDS).mapToObj(this::scores);
  }

  /** Returns the sentences of this kind that have a possible label sequence. */
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
