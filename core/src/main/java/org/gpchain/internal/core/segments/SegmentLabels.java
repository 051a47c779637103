package org.gpchain.internal.core.segments;

import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * The labels of a model, the segments that they represent, and inference over their legal
 * sequences. Immutable.
 *
 * @param names names of the labels
 * @param codec conversion between label sequences and segments
 * @param inference inference over the legal label sequences
 * @param probability computation of the probabilities of segments
 */
public record SegmentLabels(
    LabelSet names, SpanCodec codec, LegalInference inference, SpanProbability probability) {
  /**
   * Returns the labels of a model.
   *
   * @param names names of the labels
   * @param scheme scheme of the labels
   * @param inference inference over all label sequences
   */
  public static SegmentLabels of(LabelSet names, TagScheme scheme, MarginalInference inference) {
    SpanCodec codec = SpanCodec.of(scheme);
    LegalInference legal = new LegalInference(inference, LegalInference.constraints(codec, names));
    return new SegmentLabels(names, codec, legal, new SpanProbability(codec, names));
  }

  /** Returns the number of labels, V. */
  public int size() {
    return names.size();
  }
}
