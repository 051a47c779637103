/**
 * Word resources, learned from raw text and word lists, which add columns to sentences: word
 * clusters, hidden states, lexicons and kinds of names.
 */
package org.gpchain.core.words;
