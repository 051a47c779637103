/**
 * Learns hidden Markov models of raw text: stochastic variational inference, and its collapsed form
 * with and without a hierarchical Dirichlet process (Wang and Blunsom 2015).
 */
package org.gpchain.internal.training.hmm;
