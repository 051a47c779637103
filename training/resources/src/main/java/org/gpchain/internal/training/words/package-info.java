/** Learns clusters of word types by their contexts in raw text, and from lists how names look. */
package org.gpchain.internal.training.words;
