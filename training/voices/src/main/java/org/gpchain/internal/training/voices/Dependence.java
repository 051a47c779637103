package org.gpchain.internal.training.voices;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Estimates of how much voices depend on each other given the true labels. Voices with equal labels
 * may simply both be right. Voices with the same mistakes depend on each other, for example lists
 * that contain the same names, or models trained on the same corpus.
 */
final class Dependence {
  /** Minimum share of common labels for which two voices are treated as copies of each other. */
  private static final double MIN_COPIES = 0.95;

  /** Minimum share of common mistakes for which two voices depend on each other. */
  private static final double MIN_COMMON_MISTAKES = 0.3;

  /**
   * Number of tokens added to the mistakes of two voices when their common share is computed, so
   * that a few common mistakes are not evidence of dependence.
   */
  private static final double PSEUDO_MISTAKES = 5;

  private final Votes votes;

  /** Number of tokens with each combination. */
  private final double[] tokens;

  /** Share of equal labels among the tokens with a segment of either voice, {@code [V][V]}. */
  private final double[][] agreement;

  /** Creates estimates for all tokens of the votes. */
  Dependence(Votes votes) {
    this.votes = votes;
    this.tokens = new double[votes.combinationCount()];
    for (int n = 0; n < votes.sentences().size(); n++) {
      for (int combination : votes.tokens(n)) {
        tokens[combination]++;
      }
    }

    double[] noneIsRight = new double[tokens.length * votes.labels().size()];
    this.agreement = commonShares(noneIsRight, tokens, 0);
  }

  /**
   * Returns the number of votes of each voice, {@code [V]}, which is smaller the more the voice
   * agrees with others.
   */
  double[] byAgreement() {
    double[] counts = new double[agreement.length];
    for (int v = 0; v < counts.length; v++) {
      counts[v] = 1 / Arrays.stream(agreement[v]).map(share -> share * share).sum();
    }
    return counts;
  }

  /**
   * Returns the group of each voice, {@code [V]}. Voices are in the same group if they are copies
   * of each other or make the same mistakes.
   *
   * @param expected expected number of tokens with each combination and label, {@code
   *     [combinations×K]}, by a model that was not trained on these tokens; not modified
   */
  int[] groups(double[] expected) {
    int k = votes.labels().size();
    double[] totals = new double[tokens.length];
    Arrays.setAll(totals, c -> Arrays.stream(expected, c * k, (c + 1) * k).sum());
    double[][] commonMistakes = commonShares(expected, totals, PSEUDO_MISTAKES);

    int[] groups = IntStream.range(0, commonMistakes.length).toArray();
    for (int v = 0; v < groups.length; v++) {
      for (int u = 0; u < v; u++) {
        if (agreement[u][v] > MIN_COPIES || commonMistakes[u][v] > MIN_COMMON_MISTAKES) {
          merge(groups[v], groups[u], groups);
        }
      }
    }
    return groups;
  }

  /** Moves all members of a group to another group. */
  private static void merge(int from, int to, int[] groups) {
    for (int v = 0; v < groups.length; v++) {
      if (groups[v] == from) {
        groups[v] = to;
      }
    }
  }

  /**
   * Returns the number of voices that label a token as part of a segment, averaged over all such
   * labels, or 1 if there are none.
   *
   * @param counts number of votes of each voice, {@code [V]}
   */
  double crowd(double[] counts) {
    double labelCount = 0;
    double squares = 0;
    for (int c = 0; c < tokens.length; c++) {
      double voiceCount = 0;
      for (int v = 0; v < counts.length; v++) {
        if (votes.label(votes.symbol(c, v)) > 0) {
          voiceCount += counts[v];
        }
      }
      labelCount += tokens[c] * voiceCount;
      squares += tokens[c] * voiceCount * voiceCount;
    }
    if (labelCount == 0) {
      return 1;
    }
    return squares / labelCount;
  }

  /**
   * Returns the share of tokens with the same label of two voices, among the tokens that either of
   * them labels as part of a segment, {@code [V][V]}. Tokens for which the label is right are not
   * counted.
   *
   * @param right number of tokens with each combination for which each label is right, {@code
   *     [combinations×K]}
   * @param totals number of tokens with each combination
   * @param pseudoCount number of tokens that is added to those of either voice
   */
  private double[][] commonShares(double[] right, double[] totals, double pseudoCount) {
    int voices = votes.voices().size();
    int k = votes.labels().size();
    double[][] both = new double[voices][voices];
    for (int c = 0; c < totals.length; c++) {
      for (int v = 0; v < voices; v++) {
        int label = votes.label(votes.symbol(c, v));
        if (label <= 0) {
          continue;
        }
        for (int u = 0; u < voices; u++) {
          if (votes.label(votes.symbol(c, u)) == label) {
            both[u][v] += totals[c] - right[c * k + label];
          }
        }
      }
    }

    double[][] shares = new double[voices][voices];
    for (int v = 0; v < voices; v++) {
      for (int u = 0; u < voices; u++) {
        double either = both[u][u] + both[v][v] - both[u][v] + pseudoCount;
        if (u == v) {
          shares[u][v] = 1;
        } else if (either != 0) {
          shares[u][v] = both[u][v] / either;
        }
      }
    }
    return shares;
  }
}
