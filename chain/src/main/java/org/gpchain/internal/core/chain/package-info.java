/**
 * The linear-chain likelihood: log-likelihood and gradient, marginals, Viterbi decoding and segment
 * probabilities.
 */
package org.gpchain.internal.core.chain;
