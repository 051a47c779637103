package org.gpchain.internal.training.data;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.UnknownToken;

/** The part of a corpus that has been annotated, which is the part that a model can learn from. */
public enum Annotated {
  /** All tokens are annotated. Tokens without a segment are outside. */
  ALL,

  /** All tokens are annotated, except those that the corpus marks as unknown. */
  MARKED,

  /**
   * All tokens of the sentences that have a segment or are marked as done. Other sentences are left
   * out.
   */
  SENTENCES,

  /**
   * Only the segments are annotated. Tokens without a segment are unknown, unless their sentence is
   * marked as done. Sentences without segments are kept, because the absence of annotations is
   * evidence too.
   */
  SEGMENTS;

  /**
   * Returns the part of a sentence to learn from, or nothing if the sentence is to be left out.
   *
   * @param sentence a sentence as it was read from the corpus
   * @param isDone whether the corpus says that an annotator has finished the sentence
   */
  public Optional<LabeledSequence> of(LabeledSequence sentence, boolean isDone) {
    boolean hasSegments = !sentence.spans().isEmpty();
    if (this == SENTENCES && !isDone && !hasSegments) {
      return Optional.empty();
    }
    if (this == SEGMENTS && !isDone) {
      return Optional.of(segmentsOnly(sentence));
    }
    return Optional.of(sentence);
  }

  /** Returns a sentence whose tokens outside of segments are unknown. */
  private static LabeledSequence segmentsOnly(LabeledSequence sentence) {
    Map<Integer, UnknownToken> unknown = new TreeMap<>();
    for (int t = 0; t < sentence.length(); t++) {
      unknown.put(t, UnknownToken.of(t));
    }
    for (UnknownToken marked : sentence.unknown()) {
      unknown.put(marked.token(), marked);
    }

    for (Span span : sentence.spans()) {
      for (int t = span.start(); t < span.end(); t++) {
        unknown.remove(t);
      }
    }
    return new LabeledSequence(
        sentence.tokens(), sentence.spans(), List.copyOf(unknown.values()), sentence.document());
  }

  /** Returns whether the corpus may have tokens whose label is unknown. */
  public boolean mayBePartial() {
    return this != ALL;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
