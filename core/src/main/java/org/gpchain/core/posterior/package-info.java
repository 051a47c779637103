/** Posteriors over the latent scores of a sentence: a mean (MAP estimate) alone, or Gaussians. */
package org.gpchain.core.posterior;
