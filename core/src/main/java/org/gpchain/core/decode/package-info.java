/** From latent scores to labels, segments and their probabilities. */
package org.gpchain.core.decode;
