package org.gpchain.internal.core.chain;

import org.gpchain.core.likelihood.Lattice;
import org.gpchain.internal.core.math.Checks;

/** Checks the arguments of lattices, both in scaled probabilities and in logarithms. */
abstract class ChainLattice implements Lattice {
  int length;
  int labelCount;

  /** Of both passes, {@code [T×V]}, may be longer. */
  double[] alpha = {};

  double[] beta = {};
  double logPartition;

  /** Whether some transitions only have scores; then it is these whose expectations are known. */
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

  abstract double uncheckedLogProbability(int[] path);

  abstract double uncheckedSegmentProbability(int start, int[] path, int notNext);
}
