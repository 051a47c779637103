/** What noisy voices say of tokens, and the true labels that this makes probable. */
package org.gpchain.internal.training.voices;
