/**
 * Interfaces of sequence likelihoods and of marginal inference. This is all that the learner sees
 * of a likelihood.
 */
package org.gpchain.core.likelihood;
