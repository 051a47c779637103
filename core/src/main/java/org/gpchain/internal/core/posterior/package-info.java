/** What is known of latent scores after training: decoupled, sparse or sampled posteriors. */
package org.gpchain.internal.core.posterior;
