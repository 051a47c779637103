package org.gpchain.training.objective;

/**
 * How {@link ScoreFunction} reduces its variance with {@code h = ∇ log q}, whose expectation is
 * zero: for each coordinate it averages {@code h (log p − â)} with {@code â = Cov[h log p, h] /
 * Var[h]} (Ranganath, Gerrish and Blei 2014; Galliani et al. 2017, §5.1).
 */
public enum ControlVariate {
  /** No control variate, for comparison. */
  NONE,
  /** â from the first tenth of the samples, which then does not enter the mean. */
  SPLIT,
  /**
   * For each sample â from all the others. Var[h] is known here (1, or 2 on the diagonal of a
   * covariance), so that the sum over samples has a closed form.
   */
  LEAVE_ONE_OUT
}
