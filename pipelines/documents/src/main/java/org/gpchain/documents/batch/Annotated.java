package org.gpchain.documents.batch;

import java.util.List;
import java.util.Optional;
import org.apache.uima.cas.TypeSystem;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.output.AnnotatedDocument;

/**
 * What is kept of an annotated document until its turn comes.
 *
 * @param id name of its output
 * @param sentences number of them
 * @param tokens number of them
 * @param segments those of the models of this run
 * @param segmented whether it had no tokens
 * @param tagged number of its tokens that had no part of speech
 * @param types of the document; empty if it was annotated in pieces
 */
record Annotated(
    String id,
    int sentences,
    int tokens,
    List<Found> segments,
    boolean segmented,
    int tagged,
    Optional<TypeSystem> types) {

  /** A segment. */
  record Found(String model, String type, double probability) {}

  /**
   * What is kept.
   *
   * @param layers number of models of this run
   */
  static Annotated of(String id, AnnotatedResult result, int layers) {
    AnnotatedDocument copy = result.copy();
    return new Annotated(
        id,
        copy.sentences().size(),
        copy.tokenCount(),
        copy.segments().stream()
            .filter(segment -> segment.layer() < layers)
            .map(
                segment ->
                    new Found(
                        copy.layers().get(segment.layer()).model(),
                        segment.type(),
                        segment.probability()))
            .toList(),
        result.wasSegmented(),
        result.taggedTokens(),
        result.types());
  }
}
