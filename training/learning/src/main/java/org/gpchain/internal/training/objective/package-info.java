/**
 * Objectives of learning: the log posterior of the MAP estimate, the evidence lower bound, and
 * estimators of expected log-likelihoods. Nothing here knows which likelihood it is given.
 */
package org.gpchain.internal.training.objective;
