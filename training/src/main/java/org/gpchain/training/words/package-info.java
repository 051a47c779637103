/** Learns clusters of word types from raw text: words that stand in the same contexts. */
package org.gpchain.training.words;
