package org.gpchain.annotator.cas;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.util.List;

/**
 * A sentence of a document.
 *
 * @param tokens its tokens in the order of the text, at least one
 */
public record TokenizedSentence(Sentence sentence, List<Token> tokens) {}
