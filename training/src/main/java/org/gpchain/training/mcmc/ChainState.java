package org.gpchain.training.mcmc;

/**
 * All that a chain needs to go on. Between steps whose number is a multiple of {@link
 * Chain#REMAPPING} a chain that is made from its state goes on bit for bit as the old one.
 *
 * @param white z, {@code [whiteCount×V]}; kept
 * @param whitePairwise z_g, {@code [V×V]}; kept
 * @param logHyper logarithms of the hyper-parameters of the unary scores; kept
 * @param logTransitionVariance logarithm of h_p; negative infinity for no transitions
 * @param random state of the generator; kept
 * @param steps number of steps so far
 * @param evaluations of the likelihood so far
 */
public record ChainState(
    double[] white,
    double[] whitePairwise,
    double[] logHyper,
    double logTransitionVariance,
    byte[] random,
    long steps,
    long evaluations) {}
