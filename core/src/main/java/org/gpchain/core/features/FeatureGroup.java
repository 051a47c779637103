package org.gpchain.core.features;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.LongIndex;

/**
 * The features of one template skeleton: a number for each distinct tuple of symbols. A tuple is
 * folded from the left, {@code ((s1, s2), s3) …}, each pair being looked up in its own index, so
 * that no feature string is ever built.
 */
final class FeatureGroup {
  final int arity;
  private final LongIndex[] levels;

  FeatureGroup(int arity) {
    this(arity, 16);
  }

  private FeatureGroup(int arity, int expected) {
    this.arity = arity;
    this.levels = new LongIndex[arity == 0 ? 0 : Math.max(1, arity - 1)];
    Arrays.setAll(levels, i -> new LongIndex(expected));
  }

  int size() {
    return arity == 0 ? 1 : levels[levels.length - 1].size();
  }

  /**
   * The feature of a tuple, which is given the next free number if it is new.
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

  /** The symbols of all features, {@code [size × arity]} row-major. */
  int[] tuples() {
    int[] tuples = new int[size() * arity];
    if (arity == 0) {
      return tuples;
    }
    long[][] keys = new long[levels.length][];
    Arrays.setAll(keys, i -> levels[i].keys());
    for (int feature = 0; feature < size(); feature++) {
      int node = feature;
      for (int i = arity - 1; i > 0; i--) {
        long key = keys[i - 1][node];
        tuples[feature * arity + i] = (int) key;
        node = (int) (key >>> 32);
      }
      tuples[feature * arity] = arity == 1 ? (int) keys[0][feature] : node;
    }
    return tuples;
  }

  /**
   * A group of some of these features.
   *
   * @param features their numbers, in the order that they are to have; not modified
   */
  FeatureGroup retain(int[] features, IntUnaryOperator renumber) {
    int[] all = tuples();
    int[] tuples = new int[features.length * arity];
    Arrays.setAll(tuples, i -> renumber.applyAsInt(all[features[i / arity] * arity + i % arity]));
    return ofTuples(arity, tuples);
  }

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
