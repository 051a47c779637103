package org.gpchain.training.hyper;

import org.gpchain.core.kernel.Prior;

/**
 * What kernel learning found.
 *
 * @param prior the variances
 * @param validationLoss mean −log p of the held-out tokens, one by one or as whole sentences,
 *     whichever was learned by, in nats per token
 */
public record LearnedPrior(Prior prior, double validationLoss) {}
