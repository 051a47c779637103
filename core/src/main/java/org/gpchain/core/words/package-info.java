/**
 * Knowledge of words from raw text and lists, as columns of a sentence: clusters of word types,
 * hidden states of tokens, lexicons, kinds of names.
 */
package org.gpchain.core.words;
