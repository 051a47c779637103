/** Compares sentence splitting and tokenization of raw text with gold corpora. */
package org.gpchain.experiments.segmentation;
