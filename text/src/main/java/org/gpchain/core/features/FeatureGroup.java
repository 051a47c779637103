package org.gpchain.core.features;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.LongIndex;

/**
 * The features of one group of templates: a number for each distinct tuple of symbols. A tuple is
 * numbered without building a string. It is folded from the left, {@code ((s1, s2), s3) …}, and
 * each level of pairs has its own index.
 */
final class FeatureGroup {
  /** Number of symbols of each feature. */
  final int arity;

  /** The index of each level of pairs; the numbers of the last level are the features. */
  private final LongIndex[] levels;

  /** Creates a group without features. */
  FeatureGroup(int arity) {
    this(arity, 16);
  }

  private FeatureGroup(int arity, int expected) {
    this.arity = arity;
    this.levels = new LongIndex[levelCount(arity)];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = new LongIndex(expected);
    }
  }

  private static int levelCount(int arity) {
    if (arity == 0) {
      return 0;
    }
    return Math.max(1, arity - 1);
  }

  /** Returns the number of features; a group without symbols has one, the constant. */
  int size() {
    if (arity == 0) {
      return 1;
    }
    return levels[levels.length - 1].size();
  }

  /**
   * Returns the feature of a tuple. A new tuple gets the next free number.
   *
   * @param symbols {@code [arity]}, none negative; not modified
   */
  int add(int[] symbols) {
    if (arity == 0) {
      return 0;
    }
    if (arity == 1) {
      return levels[0].add(symbols[0]);
    }
    int node = symbols[0];
    for (int i = 1; i < arity; i++) {
      node = levels[i - 1].add(LongIndex.pair(node, symbols[i]));
    }
    return node;
  }

  /** Returns the symbols of all features, {@code [size × arity]} row-major, in a new array. */
  int[] tuples() {
    int[] tuples = new int[size() * arity];
    if (arity == 0) {
      return tuples;
    }

    long[][] keys = new long[levels.length][];
    for (int i = 0; i < levels.length; i++) {
      keys[i] = levels[i].keys();
    }
    for (int feature = 0; feature < size(); feature++) {
      int node = feature;
      for (int i = arity - 1; i > 0; i--) {
        long key = keys[i - 1][node];
        tuples[feature * arity + i] = (int) key;
        node = (int) (key >>> 32);
      }
      if (arity == 1) {
        node = (int) keys[0][feature];
      }
      tuples[feature * arity] = node;
    }
    return tuples;
  }

  /**
   * Returns a group of some of these features.
   *
   * @param features numbers of the features, in the order of the result; not modified
   * @param renumber function from the number of a symbol to its number in the result
   */
  FeatureGroup retain(int[] features, IntUnaryOperator renumber) {
    int[] tuples = tuples();
    int[] retained = new int[features.length * arity];
    for (int f = 0; f < features.length; f++) {
      for (int i = 0; i < arity; i++) {
        retained[f * arity + i] = renumber.applyAsInt(tuples[features[f] * arity + i]);
      }
    }
    return ofTuples(arity, retained);
  }

  /**
   * Returns a group of given features.
   *
   * @param tuples symbols of the features, {@code [features × arity]} row-major; not modified
   */
  static FeatureGroup ofTuples(int arity, int[] tuples) {
    if (arity == 0) {
      return new FeatureGroup(arity);
    }
    Checks.length("tuples", tuples.length % arity, 0, "[features × arity]");
    FeatureGroup group = new FeatureGroup(arity, tuples.length / arity);
    for (int from = 0; from < tuples.length; from += arity) {
      group.add(Arrays.copyOfRange(tuples, from, from + arity));
    }
    return group;
  }
}
