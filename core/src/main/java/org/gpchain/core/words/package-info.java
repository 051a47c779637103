/**
 * Knowledge of words from raw text, as columns of a sentence: clusters of word types, hidden states
 * of tokens, lexicons.
 */
package org.gpchain.core.words;
