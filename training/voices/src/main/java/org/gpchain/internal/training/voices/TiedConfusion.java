package org.gpchain.internal.training.voices;

import java.util.ArrayList;
import java.util.List;

/**
 * The Dirichlet prior of the symbols of a voice given the true label, for voices that speak too
 * rarely to estimate each label separately.
 *
 * <p>The symbols for a true label are of five kinds: silence, outside, the true label itself,
 * another label of its type, and a label of another type. The probabilities of the kinds are
 * estimated jointly for all labels that begin a segment, and jointly for all labels that continue a
 * segment. All symbols of a kind have the same probability.
 */
final class TiedConfusion {
  private static final int SILENCE = 0;
  private static final int OUTSIDE = 1;
  private static final int SAME = 2;
  private static final int OTHER_POSITION = 3;
  private static final int OTHER_TYPE = 4;
  private static final int KINDS = 5;

  /** Number of tokens that is added to each kind, and to each row. */
  private static final double PSEUDO_COUNT = 0.1;

  private TiedConfusion() {}

  /**
   * Returns the parameters of the prior, as numbers of tokens, {@code [K×S]}.
   *
   * @param counts number of tokens with each symbol (column) whose true label is assumed to be each
   *     label (row), {@code [K×S]}; not modified
   * @param strength weight of the counts in the prior
   */
  static double[] of(Votes votes, double[] counts, double strength) {
    int labels = votes.labels().size();
    int symbols = votes.symbolCount();
    List<Integer> used = used(counts, symbols);
    double[] prior = new double[counts.length];
    for (int label = 0; label < labels; label++) {
      KindCounts kinds = new KindCounts(new double[KINDS], new double[KINDS]);
      int[] symbolsOfKind = new int[KINDS];
      for (int symbol : used) {
        symbolsOfKind[kind(label, votes.label(symbol))]++;
      }
      for (int other = 0; other < labels; other++) {
        if (group(other) == group(label)) {
          kinds.add(votes, counts, used, other);
        }
      }

      double[] rates = kinds.rates(symbolsOfKind);
      double sum = 0;
      for (double rate : rates) {
        sum += rate;
      }

      double total = PSEUDO_COUNT;
      for (int symbol : used) {
        total += strength * counts[label * symbols + symbol];
      }
      for (int symbol : used) {
        int kind = kind(label, votes.label(symbol));
        prior[label * symbols + symbol] = total * rates[kind] / sum / symbolsOfKind[kind];
      }
    }
    return prior;
  }

  /**
   * Numbers of tokens by kind of symbol.
   *
   * @param actual number of tokens with a symbol of each kind, {@code [KINDS]}; added to
   * @param possible number of tokens that could have a symbol of each kind, {@code [KINDS]}; added
   *     to
   */
  private record KindCounts(double[] actual, double[] possible) {
    /** Adds the tokens whose true label is assumed to be the given one. */
    void add(Votes votes, double[] counts, List<Integer> used, int label) {
      boolean[] isPossible = new boolean[KINDS];
      double total = 0;
      for (int symbol : used) {
        int kind = kind(label, votes.label(symbol));
        double count = counts[label * votes.symbolCount() + symbol];
        actual[kind] += count;
        total += count;
        isPossible[kind] = true;
      }

      for (int kind = 0; kind < KINDS; kind++) {
        if (isPossible[kind]) {
          possible[kind] += total;
        }
      }
    }

    /** Returns the smoothed rate of each kind, {@code [KINDS]}; 0 for kinds without symbols. */
    double[] rates(int[] symbolsOfKind) {
      double[] rates = new double[KINDS];
      for (int kind = 0; kind < KINDS; kind++) {
        if (symbolsOfKind[kind] > 0) {
          rates[kind] = (actual[kind] + PSEUDO_COUNT) / (possible[kind] + KINDS * PSEUDO_COUNT);
        }
      }
      return rates;
    }
  }

  /** Returns the symbols that occur, in ascending order. */
  private static List<Integer> used(double[] counts, int symbols) {
    boolean[] occurs = new boolean[symbols];
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        occurs[i % symbols] = true;
      }
    }

    List<Integer> used = new ArrayList<>();
    for (int symbol = 0; symbol < symbols; symbol++) {
      if (occurs[symbol]) {
        used.add(symbol);
      }
    }
    return used;
  }

  /**
   * Returns the kind of a symbol.
   *
   * @param label true label
   * @param given label of the symbol, or −1 for silence
   */
  private static int kind(int label, int given) {
    if (given < 0) {
      return SILENCE;
    }
    if (given == label) {
      return SAME;
    }
    if (given == 0) {
      return OUTSIDE;
    }
    // The labels 1 and 2 belong to the first type, 3 and 4 to the second, and so on.
    return (given + 1) / 2 == (label + 1) / 2 ? OTHER_POSITION : OTHER_TYPE;
  }

  /** Returns 0 for outside, 1 for labels that begin a segment, 2 for labels that continue one. */
  private static int group(int label) {
    if (label == 0) {
      return 0;
    }
    return 1 + (label + 1) % 2;
  }
}
