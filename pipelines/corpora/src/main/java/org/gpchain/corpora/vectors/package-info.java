/** Word vectors from files of word2vec. */
package org.gpchain.corpora.vectors;
