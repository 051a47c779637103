package org.gpchain.internal.training.mcmc;

import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.mcmc.PosteriorSampler.LatentSample;

/**
 * A Gaussian prior over the latent scores of all tokens, as a linear map of white noise: {@code f =
 * A z} with {@code z ~ N(0, I)} has the covariance {@code A Aᵀ}. All labels have the same map.
 * Immutable; shared between chains.
 */
interface WhitenedPrior {
  /** The N tokens, with V labels; which label a token has is not looked at. */
  LabeledRows corpus();

  /** Rows of z: of columns of A. */
  int whiteCount();

  /**
   * Maps white noise to scores.
   *
   * @param white z, {@code [whiteCount×V]} row-major; not modified
   * @param unaryOut f, {@code [N×V]} row-major; overwritten
   */
  void scores(double[] white, double[] unaryOut);

  /**
   * A sample of the posterior, as a function of any tokens.
   *
   * @param white z, {@code [whiteCount×V]}; not modified
   * @param pairwise transition scores g, {@code [V×V]}; kept
   */
  LatentSample sample(double[] white, double[] pairwise);

  /**
   * The prior with other hyper-parameters. White noise keeps its meaning (prior whitening; Murray,
   * Adams and MacKay 2010).
   *
   * @param logHyper logarithms of the hyper-parameters, as many as {@link #logHyper}; not modified
   */
  WhitenedPrior withHyper(double[] logHyper);

  /** Logarithms of the hyper-parameters; a new array. */
  double[] logHyper();
}
