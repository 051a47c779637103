/** The product's learner: the mean in feature space, a covariance in inducing points. */
package org.gpchain.internal.training.decoupled;
