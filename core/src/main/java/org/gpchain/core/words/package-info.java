/**
 * What raw text says of words, as columns of a sentence: clusters of word types, hidden states of
 * tokens, lexicons.
 */
package org.gpchain.core.words;
