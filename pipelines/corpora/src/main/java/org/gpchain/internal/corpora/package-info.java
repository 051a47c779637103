/**
 * Readers of annotated corpora in columns: one token per line, a blank line after each sentence.
 */
package org.gpchain.internal.corpora;
