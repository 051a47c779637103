/** Hidden Markov models of words: filtering and smoothing. */
package org.gpchain.internal.core.hmm;
