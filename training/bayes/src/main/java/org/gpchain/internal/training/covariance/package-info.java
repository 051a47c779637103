/** Decoupled posteriors with a covariance in inducing points. */
package org.gpchain.internal.training.covariance;
