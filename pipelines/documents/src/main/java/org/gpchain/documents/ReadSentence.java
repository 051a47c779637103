package org.gpchain.documents;

import org.gpchain.core.text.TokenSequence;

/**
 * A sentence as a model reads it. Offsets count UTF-16 units of the document's text.
 *
 * @param begin where its first token begins
 * @param end where its last token ends
 * @param tokens with the columns that the model needs
 */
public record ReadSentence(int begin, int end, TokenSequence tokens) {}
