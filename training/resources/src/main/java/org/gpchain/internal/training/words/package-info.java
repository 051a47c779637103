/** Learns word clusters from raw text, and classifiers of names from lists of names. */
package org.gpchain.internal.training.words;
