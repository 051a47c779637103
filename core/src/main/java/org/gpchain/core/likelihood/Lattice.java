package org.gpchain.core.likelihood;

/** The outcome of forward–backward on one sentence of T tokens and V labels. */
public interface Lattice {
  /** Number of tokens T. */
  int length();

  /** The log-partition function {@code log Σ_y exp score(y)}. */
  double logPartition();

  /**
   * Writes {@code p(y_t = v)}.
   *
   * @param out {@code [T×V]} row-major; overwritten
   */
  void marginals(double[] out);

  /**
   * Writes the expected number of times that each label follows each other one, {@code Σ_t
   * p(y_{t-1} = a, y_t = b)}.
   *
   * @param out {@code [V×V]}, index {@code from*V+to}; overwritten
   */
  void expectedTransitions(double[] out);

  /**
   * Returns {@code log p(y)}, right also where {@code p(y)} itself would be too small for a number.
   *
   * @param path label numbers y of all tokens, {@code [T]}; not modified
   */
  double logProbability(int[] path);

  /**
   * Returns the probability that the tokens {@code [start, start + path.length)} carry exactly the
   * labels of {@code path}, and that the token after them (if there is one) does not carry {@code
   * notNext}: with {@code path = B-X I-X …} and {@code notNext = I-X}, the probability of a
   * segment.
   *
   * @param start first token of the segment
   * @param path label numbers of the segment's tokens; not modified
   * @param notNext label that would continue the segment, or -1 for none
   */
  double segmentProbability(int start, int[] path, int notNext);
}
