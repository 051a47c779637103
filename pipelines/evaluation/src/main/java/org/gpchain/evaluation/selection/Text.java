package org.gpchain.evaluation.selection;

import org.gpchain.evaluation.selection.Ranking.Candidate;

/**
 * A sentence or document that may be annotated.
 *
 * @param document number of the document, from 0
 * @param id a name of the document that no other one has
 * @param sentence number of the sentence in it, from 0; null for the document
 * @param begin where it begins in the text of the document, in UTF-16 units
 * @param end where it ends
 * @param candidate what the model does not know of it
 */
record Text(long document, String id, Integer sentence, int begin, int end, Candidate candidate) {}
