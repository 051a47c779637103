package org.gpchain.internal.training.bound;

import org.gpchain.internal.gp.posterior.JointGaussian;

/**
 * The latent Gaussian of a sentence with the sentence's gold labels.
 *
 * @param q distribution of the unary scores f and the transition scores g; not modified
 * @param labels gold labels, {@code [T]}; not modified
 */
public record LatentSentence(JointGaussian q, int[] labels) {}
