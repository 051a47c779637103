package org.gpchain.training.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.UnknownToken;

/** The part of a corpus that is annotated, and so can be learned from. */
public enum Annotated {
  /** Every token: what is in no segment is outside. */
  ALL,
  /** Every token, but for those that the corpus marks as unknown. */
  MARKED,
  /** The sentences that have a segment, or are done; of the others nothing is learned. */
  SENTENCES,
  /**
   * The segments: a token in none of them is unknown, unless its sentence is done. Of sentences
   * without segments it is learned, too, that nobody has annotated any there.
   */
  SEGMENTS;

  /**
   * The part of a sentence that is learned; empty if nothing is.
   *
   * @param read the sentence as the corpus has it
   * @param isDone whether the corpus says that an annotator is done with it
   */
  public Optional<LabeledSequence> of(LabeledSequence read, boolean isDone) {
    return switch (this) {
      case ALL, MARKED -> Optional.of(read);
      case SENTENCES -> isDone || !read.spans().isEmpty() ? Optional.of(read) : Optional.empty();
      case SEGMENTS -> Optional.of(isDone ? read : segmentsOnly(read));
    };
  }

  private static LabeledSequence segmentsOnly(LabeledSequence read) {
    UnknownToken[] unknown = new UnknownToken[read.length()];
    for (int t = 0; t < unknown.length; t++) {
      unknown[t] = UnknownToken.of(t);
    }
    read.unknown().forEach(one -> unknown[one.token()] = one);
    for (Span span : read.spans()) {
      for (int t = span.start(); t < span.end(); t++) {
        unknown[t] = null;
      }
    }
    List<UnknownToken> left = new ArrayList<>();
    for (UnknownToken one : unknown) {
      if (one != null) {
        left.add(one);
      }
    }
    return new LabeledSequence(read.tokens(), read.spans(), left);
  }

  /** Returns whether the corpus may have tokens whose label it does not say. */
  public boolean mayBePartial() {
    return this != ALL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
