/** The linear chain: log-likelihood, marginals, Viterbi decoding and segment probabilities. */
package org.gpchain.internal.core.chain;
