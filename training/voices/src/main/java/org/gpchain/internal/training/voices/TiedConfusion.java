package org.gpchain.internal.training.voices;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The prior of what a voice says given the true label, for voices that speak too rarely to show it
 * label by label: labels of segments are alike. What is said is silence, outside, the label,
 * another label of its type, or another type; how often each of these is said is pooled over the
 * labels that begin a segment, and over those that continue one, and shared out equally among what
 * is of that kind.
 */
final class TiedConfusion {
  private static final int SILENCE = 0;
  private static final int OUTSIDE = 1;
  private static final int SAME = 2;
  private static final int OTHER_POSITION = 3;
  private static final int OTHER_TYPE = 4;
  private static final int KINDS = 5;

  /** Tokens of each kind that are taken for granted. */
  private static final double LEAST = 0.1;

  private TiedConfusion() {}

  /**
   * The prior of each row, {@code [K×S]}: the number of tokens that it counts as.
   *
   * @param counts how often each symbol (column) is said where each label (row) is taken for the
   *     true one, {@code [K×S]}; not modified
   * @param strength how much each of these counts
   */
  static double[] of(Votes votes, double[] counts, double strength) {
    int labels = votes.labels().size();
    int symbols = votes.symbolCount();
    List<Integer> used = used(counts, symbols);
    double[] prior = new double[counts.length];
    for (int label = 0; label < labels; label++) {
      KindCounts kinds = new KindCounts(new double[KINDS], new double[KINDS]);
      int[] ways = new int[KINDS];
      for (int symbol : used) {
        ways[kind(label, votes.label(symbol))]++;
      }
      for (int other = 0; other < labels; other++) {
        if (group(other) == group(label)) {
          kinds.add(votes, counts, used, other);
        }
      }

      double[] said = kinds.said();
      double[] heard = kinds.heard();
      double sum = 0;
      for (int kind = 0; kind < KINDS; kind++) {
        said[kind] = ways[kind] == 0 ? 0 : (said[kind] + LEAST) / (heard[kind] + KINDS * LEAST);
        sum += said[kind];
      }

      double total = LEAST;
      for (int symbol : used) {
        total += strength * counts[label * symbols + symbol];
      }
      for (int symbol : used) {
        int kind = kind(label, votes.label(symbol));
        prior[label * symbols + symbol] = total * said[kind] / sum / ways[kind];
      }
    }
    return prior;
  }

  /**
   * Numbers of tokens by kind of symbol.
   *
   * @param said number of tokens with a symbol of each kind, {@code [KINDS]}; added to
   * @param heard number of tokens that could have had a symbol of each kind, {@code [KINDS]}; added
   *     to
   */
  private record KindCounts(double[] said, double[] heard) {
    /** Adds the tokens of which a label is taken for the true one. */
    void add(Votes votes, double[] counts, List<Integer> used, int label) {
      boolean[] can = new boolean[KINDS];
      double all = 0;
      for (int symbol : used) {
        int kind = kind(label, votes.label(symbol));
        double count = counts[label * votes.symbolCount() + symbol];
        said[kind] += count;
        all += count;
        can[kind] = true;
      }
      for (int kind = 0; kind < KINDS; kind++) {
        heard[kind] += can[kind] ? all : 0;
      }
    }
  }

  /** Returns the symbols that occur. */
  private static List<Integer> used(double[] counts, int symbols) {
    return IntStream.range(0, symbols)
        .filter(
            symbol ->
                IntStream.iterate(symbol, i -> i < counts.length, i -> i + symbols)
                    .anyMatch(i -> counts[i] > 0))
        .boxed()
        .toList();
  }

  private static int kind(int label, int said) {
    if (said < 0) {
      return SILENCE;
    }
    if (said == label) {
      return SAME;
    }
    if (said == 0) {
      return OUTSIDE;
    }
    // The labels of the types are 1 and 2, 3 and 4, ….
    return (said + 1) / 2 == (label + 1) / 2 ? OTHER_POSITION : OTHER_TYPE;
  }

  /** Outside, the first token of segments, or another one. */
  private static int group(int label) {
    return label == 0 ? 0 : 1 + (label + 1) % 2;
  }
}
