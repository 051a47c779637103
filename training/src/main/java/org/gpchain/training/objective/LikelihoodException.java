package org.gpchain.training.objective;

/** A likelihood returned a value without a finite expectation. */
public final class LikelihoodException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LikelihoodException(String message) {
    super(message);
  }

  /** Returns the log-likelihood of a sample if it is a finite number. */
  static double checked(double logLikelihood, int sample, int length) {
    if (Double.isFinite(logLikelihood)) {
      return logLikelihood;
    }
    throw of(logLikelihood, "for sample " + sample, length);
  }

  /** Returns the log-likelihood at the mean of q if it is a finite number. */
  static double checkedAtMean(double logLikelihood, int length) {
    if (Double.isFinite(logLikelihood)) {
      return logLikelihood;
    }
    throw of(logLikelihood, "at the mean of f and g", length);
  }

  private static LikelihoodException of(double logLikelihood, String point, int length) {
    String what = "the likelihood returned " + logLikelihood + " " + point;
    String where = " of a sentence of " + length + " tokens; ";
    String cure =
        logLikelihood == Double.NEGATIVE_INFINITY
            ? "its gold labels are impossible under this likelihood: fix the labels, or give forbidden labels a low score instead of none"
            : "a log-likelihood must be a finite number for every finite f and g";
    return new LikelihoodException(what + where + cure);
  }
}
