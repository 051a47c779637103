package org.gpchain.training.uima;

/**
 * Annotations of documents that say how far annotators have got.
 *
 * @param doneType full name of an annotation type: sentences within an annotation of it are done;
 *     null for none
 * @param rejectedType full name of an annotation type: rejected suggestions, whose labels are read
 *     as those of the segments that are learned; null for none
 */
public record DocumentMarks(String doneType, String rejectedType) {
  /** Documents say nothing. */
  public static final DocumentMarks NONE = new DocumentMarks(null, null);
}
