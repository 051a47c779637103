package org.gpchain.internal.training.covariance;

import org.gpchain.internal.gp.posterior.InducingCovariance;

/**
 * Covariances of a decoupled posterior.
 *
 * @param unary covariance of the latent functions
 * @param transitions variances of the transition scores, {@code [V×V]}; not to be modified
 * @param divergence contribution of the covariances to the negative evidence lower bound
 */
record Covariances(InducingCovariance unary, double[] transitions, double divergence) {}
