package org.gpchain.internal.core.chain;

import org.gpchain.core.likelihood.Lattice;
import org.gpchain.internal.core.math.Checks;

/** The state and argument checks that lattices on scaled probabilities and on logarithms share. */
abstract class ChainLattice implements Lattice {
  int length;
  int labelCount;

  /** The results of the forward pass, {@code [T×V]}, may be longer. */
  double[] alpha = {};

  /** The results of the backward pass, {@code [T×V]}, may be longer. */
  double[] beta = {};

  double logPartition;

  /**
   * Whether only some transitions have scores. {@link #expectedTransitions} then writes one number
   * for each of these transitions.
   */
  boolean isSparse;

  @Override
  public final int length() {
    return length;
  }

  @Override
  public final double logPartition() {
    return logPartition;
  }

  @Override
  public final double segmentProbability(int start, int[] path, int notNext) {
    Checks.atLeast("path.length", path.length, 1);
    Checks.index("start", start, length);
    Checks.index("last token of the segment", start + path.length - 1, length);
    return Math.min(1, uncheckedSegmentProbability(start, path, notNext));
  }

  @Override
  public final double logProbability(int[] path) {
    Checks.length("path", path.length, length, "[T]");
    return Math.min(0, uncheckedLogProbability(path));
  }

  /** Returns the log probability of a path of valid length; rounding may make it more than 0. */
  abstract double uncheckedLogProbability(int[] path);

  /** Returns the probability of a valid segment; rounding may make it more than 1. */
  abstract double uncheckedSegmentProbability(int start, int[] path, int notNext);
}
