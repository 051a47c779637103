/** Tagging of sentences: decoding of latent scores into labels, segments and probabilities. */
package org.gpchain.core.decode;
