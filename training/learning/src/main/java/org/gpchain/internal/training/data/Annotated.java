package org.gpchain.internal.training.data;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
    Map<Integer, UnknownToken> unknown = new TreeMap<>();
    for (int t = 0; t < read.length(); t++) {
      unknown.put(t, UnknownToken.of(t));
    }
    read.unknown().forEach(one -> unknown.put(one.token(), one));
    for (Span span : read.spans()) {
      IntStream.range(span.start(), span.end()).forEach(unknown::remove);
    }
    return new LabeledSequence(
        read.tokens(), read.spans(), List.copyOf(unknown.values()), read.document());
  }

  /** Whether the corpus may have tokens whose label it does not say. */
  public boolean mayBePartial() {
    return this != ALL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
