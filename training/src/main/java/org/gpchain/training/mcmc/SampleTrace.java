package org.gpchain.training.mcmc;

/**
 * The path of a chain, at each sample that it gave.
 *
 * @param logLikelihood of the training labels, {@code [samples]}
 * @param transitionVariance h_p, {@code [samples]}
 * @param probe some latent scores, evenly chosen, {@code [probes][samples]}
 * @param evaluations of the likelihood in all steps
 * @param seconds of the whole chain
 */
public record SampleTrace(
    double[] logLikelihood,
    double[] transitionVariance,
    double[][] probe,
    long evaluations,
    double seconds) {
  /** Number of latent scores that are traced. */
  static final int PROBES = 20;

  /** Number of samples. */
  public int length() {
    return logLikelihood.length;
  }
}
