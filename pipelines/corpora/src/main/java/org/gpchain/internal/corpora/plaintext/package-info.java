/** Tokenized sentences as the plain text that they were made from. */
package org.gpchain.internal.corpora.plaintext;
