/**
 * Interfaces of sequence likelihoods and of marginal inference. Learners use likelihoods only
 * through these interfaces.
 */
package org.gpchain.core.likelihood;
