package org.gpchain.core.text;

/** Ways to write segments as token labels. Tokens outside of segments have the label O. */
public enum TagScheme {
  /**
   * I-X on every token of a segment, except that the first token has B-X if the segment directly
   * follows another one of the same type.
   */
  IOB1,
  /** B-X on the first token of every segment, I-X on the others. */
  IOB2,
  /** B-X, I-X and E-X on the first, inner and last tokens; S-X on a segment of one token. */
  IOBES,
  /** No segments: every token has a label, such as its part of speech. */
  TOKEN
}
