package org.gpchain.internal.training.voices;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How much voices depend on each other given the true labels. Two that label alike may both be
 * right; two that make the same mistakes, as lists with the same names do or models of the same
 * corpus, say the same thing twice.
 */
final class Dependence {
  /** Voices that agree on so much of what either says are copies. */
  private static final double COPIES = 0.95;

  /** Voices that share so much of what either says wrongly depend on each other. */
  private static final double ALIKE = 0.3;

  /** Tokens of disagreement that are taken for granted: a few that are alike show nothing. */
  private static final double LEAST = 5;

  private final Votes votes;

  /** Number of tokens with each combination. */
  private final double[] tokens;

  /** Of what either of two voices puts into segments, what both label alike, {@code [V][V]}. */
  private final double[][] agreement;

  Dependence(Votes votes) {
    this.votes = votes;
    this.tokens = new double[votes.combinationCount()];
    IntStream.range(0, votes.sentences().size())
        .flatMap(n -> Arrays.stream(votes.tokens(n)))
        .forEach(combination -> tokens[combination]++);
    this.agreement = shares(new double[tokens.length * votes.labels().size()], tokens, 0);
  }

  /** What each voice counts, {@code [V]}, if the more it agrees with others, the less it does. */
  double[] byAgreement() {
    return Arrays.stream(agreement)
        .mapToDouble(row -> 1 / Arrays.stream(row).map(share -> share * share).sum())
        .toArray();
  }

  /**
   * The group of each voice, {@code [V]}: those have the same that are copies of each other, or
   * make the same mistakes.
   *
   * @param expected number of tokens with each combination and label, {@code [combinations×K]}, by
   *     a model that has not learned from them; not modified
   */
  int[] groups(double[] expected) {
    int k = votes.labels().size();
    double[] all = new double[tokens.length];
    Arrays.setAll(all, c -> Arrays.stream(expected, c * k, (c + 1) * k).sum());
    double[][] mistakes = shares(expected, all, LEAST);
    int[] groups = IntStream.range(0, mistakes.length).toArray();
    for (int v = 0; v < groups.length; v++) {
      for (int u = 0; u < v; u++) {
        if (agreement[u][v] > COPIES || mistakes[u][v] > ALIKE) {
          int from = groups[v];
          int to = groups[u];
          Arrays.setAll(groups, i -> groups[i] == from ? to : groups[i]);
        }
      }
    }
    return groups;
  }

  /**
   * How many voices see a segment at a token, on average over each time that one does; or 1.
   *
   * @param counts what each voice counts, {@code [V]}
   */
  double crowd(double[] counts) {
    double times = 0;
    double squares = 0;
    for (int c = 0; c < tokens.length; c++) {
      double seeing = 0;
      for (int v = 0; v < counts.length; v++) {
        seeing += votes.label(votes.symbol(c, v)) > 0 ? counts[v] : 0;
      }
      times += tokens[c] * seeing;
      squares += tokens[c] * seeing * seeing;
    }
    return times == 0 ? 1 : squares / times;
  }

  /**
   * Of the tokens that either of two voices puts into segments, but for those where it is right,
   * the share that both label alike, {@code [V][V]}.
   *
   * @param right number of tokens with each combination where each label is right
   * @param all number of tokens with each combination
   * @param least tokens that are added to those of either
   */
  private double[][] shares(double[] right, double[] all, double least) {
    int voices = votes.voices().size();
    int k = votes.labels().size();
    double[][] both = new double[voices][voices];
    for (int c = 0; c < all.length; c++) {
      for (int v = 0; v < voices; v++) {
        int label = votes.label(votes.symbol(c, v));
        for (int u = 0; label > 0 && u < voices; u++) {
          boolean isAlike = votes.label(votes.symbol(c, u)) == label;
          both[u][v] += isAlike ? all[c] - right[c * k + label] : 0;
        }
      }
    }
    double[][] shares = new double[voices][voices];
    for (int v = 0; v < voices; v++) {
      for (int u = 0; u < voices; u++) {
        double either = both[u][u] + both[v][v] - both[u][v] + least;
        shares[u][v] = u == v ? 1 : either == 0 ? 0 : both[u][v] / either;
      }
    }
    return shares;
  }
}
