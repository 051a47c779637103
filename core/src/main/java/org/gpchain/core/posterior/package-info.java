/** Variational posteriors: what is believed of the latent scores of a sentence. */
package org.gpchain.core.posterior;
