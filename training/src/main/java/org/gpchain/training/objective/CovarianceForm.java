package org.gpchain.training.objective;

/** How a covariance is held. */
public enum CovarianceForm {
  /** Standard deviations of independent coordinates. */
  DIAGONAL,
  /** A lower triangular factor. */
  FULL;

  /** Number of parameters of one block of n coordinates. */
  int size(int n) {
    return this == DIAGONAL ? n : Math.multiplyExact(n, n);
  }
}
