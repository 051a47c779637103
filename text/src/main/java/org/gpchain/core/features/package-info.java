/**
 * Features of tokens: feature templates in the syntax of CRF++, the vocabulary of a model, and the
 * encoding of sentences as sparse rows.
 */
package org.gpchain.core.features;
