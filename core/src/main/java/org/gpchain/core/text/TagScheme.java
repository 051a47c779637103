package org.gpchain.core.text;

/** The ways to write segments as token labels. */
public enum TagScheme {
  /** I-X inside; B-X only where a segment follows another one of the same type. */
  IOB1,
  /** B-X on the first token of every segment, I-X on the others. */
  IOB2,
  /** B-X, I-X, E-X on the first, inner and last token; S-X on a segment of one token. */
  IOBES,
  /** No segments: every token has its own label, such as a part of speech. */
  TOKEN
}
