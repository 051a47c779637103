/** Sampling of the posterior by elliptical slice sampling, as in the first paper (GP-ESS). */
package org.gpchain.internal.training.mcmc;
