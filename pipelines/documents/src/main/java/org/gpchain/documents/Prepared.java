package org.gpchain.documents;

/**
 * What a document was given beside annotations of the models.
 *
 * @param segmented whether it had no tokens
 * @param tagged number of its tokens that had no part of speech
 */
public record Prepared(boolean segmented, int tagged) {
  /** A document that had all that is needed. */
  static final Prepared NOTHING = new Prepared(false, 0);
}
