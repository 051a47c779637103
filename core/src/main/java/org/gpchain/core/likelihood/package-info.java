/**
 * Interfaces of sequence likelihoods and of marginal inference. The learner sees no more of a
 * likelihood than this.
 */
package org.gpchain.core.likelihood;
