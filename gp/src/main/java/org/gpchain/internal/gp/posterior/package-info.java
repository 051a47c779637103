/** Posteriors in inducing points, posteriors of samples, and their Gaussians over sentences. */
package org.gpchain.internal.gp.posterior;
