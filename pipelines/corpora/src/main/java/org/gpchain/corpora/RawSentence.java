package org.gpchain.corpora;

import java.util.List;
import org.gpchain.core.text.TokenSequence;

/**
 * A sentence as written in the file.
 *
 * @param tokens its tokens
 * @param labels one label per token, as written; empty if labels are not read
 * @param line of its first token; the others follow line by line
 * @param document number of its document in the file, from 0
 */
record RawSentence(TokenSequence tokens, List<String> labels, int line, int document) {}
