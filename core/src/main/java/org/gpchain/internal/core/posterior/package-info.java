/** Posteriors of the latent scores of a model, and their distributions for one sentence. */
package org.gpchain.internal.core.posterior;
