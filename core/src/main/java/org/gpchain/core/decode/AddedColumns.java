package org.gpchain.core.decode;

import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;

/**
 * The sources of the columns that a tagger adds to sentences before it computes their features.
 * Immutable.
 *
 * @param words word resource; null for none
 * @param first tagger of the first pass over documents, from whose marginals a {@link
 *     DocumentWindow} makes columns; null for none
 * @param base pass of a base model; null for none
 */
public record AddedColumns(WordResource words, Tagger first, BasePass base) {
  /** No columns. */
  public static final AddedColumns NONE = new AddedColumns(null, null, null);
}
