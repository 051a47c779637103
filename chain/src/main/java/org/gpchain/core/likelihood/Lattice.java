package org.gpchain.core.likelihood;

/** The result of the forward–backward algorithm for one sentence of T tokens and V labels. */
public interface Lattice {
  /** Returns the number of tokens T. */
  int length();

  /** Returns the log-partition function {@code log Σ_y exp score(y)}. */
  double logPartition();

  /**
   * Writes the marginal probabilities {@code p(y_t = v)}.
   *
   * @param out {@code [T×V]} row-major; overwritten
   */
  void marginals(double[] out);

  /**
   * Writes the expected number of transitions from each label a to each label b, {@code Σ_t
   * p(y_{t-1} = a, y_t = b)}.
   *
   * @param out {@code [V×V]}, index {@code from*V+to}; overwritten
   */
  void expectedTransitions(double[] out);

  /**
   * Returns {@code log p(y)}. It is accurate even if {@code p(y)} itself would underflow.
   *
   * @param path label numbers y of all tokens, {@code [T]}; not modified
   */
  double logProbability(int[] path);

  /**
   * Returns the probability that the tokens {@code [start, start + path.length)} have exactly the
   * labels {@code path}, and that the token after them (if there is one) does not have the label
   * {@code notNext}. With {@code path = B-X I-X …} and {@code notNext = I-X}, this is the
   * probability of a segment.
   *
   * @param start first token of the segment
   * @param path label numbers of the segment's tokens; not modified
   * @param notNext label that would continue the segment, or -1 for none
   */
  double segmentProbability(int start, int[] path, int notNext);
}
