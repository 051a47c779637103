/** The numbering of tokens, multiword tokens and empty nodes in CoNLL-U. */
package org.gpchain.internal.corpora.conllu;
