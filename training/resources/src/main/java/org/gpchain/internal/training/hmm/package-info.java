/**
 * Learns hidden Markov models of raw text by stochastic variational inference, or by its collapsed
 * form with or without a hierarchical Dirichlet process (Wang and Blunsom 2015).
 */
package org.gpchain.internal.training.hmm;
