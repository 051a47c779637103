package org.gpchain.internal.training.mcmc;

import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * A Gaussian prior over the latent scores of all tokens, expressed as a linear map of white noise:
 * {@code f = A z} with {@code z ~ N(0, I)} has the covariance {@code A Aᵀ}. All labels have the
 * same map A. Immutable and thread-safe.
 */
interface WhitenedPrior {
  /** Returns the N tokens. The number of labels V is used, but the labels of the tokens are not. */
  LabeledRows corpus();

  /** Returns the number of rows of z, which is the number of columns of A. */
  int whiteCount();

  /**
   * Maps white noise to scores.
   *
   * @param white z, {@code [whiteCount×V]} row-major; not modified
   * @param unaryOut f, {@code [N×V]} row-major; overwritten
   */
  void scores(double[] white, double[] unaryOut);

  /**
   * Returns a sample of the posterior, which can be evaluated at any tokens.
   *
   * @param white z, {@code [whiteCount×V]}; not modified
   * @param pairwise transition scores g, {@code [V×V]}; not copied
   */
  LatentSample sample(double[] white, double[] pairwise);

  /**
   * Returns this prior with other hyper-parameters. White noise keeps its meaning (prior whitening;
   * Murray, Adams and MacKay 2010).
   *
   * @param logHyper logarithms of the hyper-parameters, in the order of {@link #logHyper}; not
   *     modified
   */
  WhitenedPrior withHyper(double[] logHyper);

  /** Returns the logarithms of the hyper-parameters; a new array. */
  double[] logHyper();
}
