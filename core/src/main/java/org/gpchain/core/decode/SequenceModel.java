package org.gpchain.core.decode;

import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.internal.core.posterior.Posterior;

/**
 * The part of a model that labels a sentence: from features to latent scores to label sequences.
 * Immutable.
 *
 * @param vocabulary features of the model
 * @param vectors dense features, which follow those of the vocabulary
 * @param posterior posterior of the latent scores
 * @param inference inference over label sequences
 * @param labels labels of the model
 * @param scheme scheme of the labels
 */
public record SequenceModel(
    Vocabulary vocabulary,
    VectorFeatures vectors,
    Posterior posterior,
    MarginalInference inference,
    LabelSet labels,
    TagScheme scheme) {
  /**
   * Creates a model.
   *
   * @throws IllegalArgumentException if the posterior, the inference and the label set have
   *     different numbers of labels
   */
  public SequenceModel {
    if (labels.size() != inference.labelCount() || labels.size() != posterior.labelCount()) {
      throw new IllegalArgumentException(
          String.format(
              "label set, posterior and inference must agree on the labels, had %s, %s, %s",
              labels.size(), posterior.labelCount(), inference.labelCount()));
    }
  }

  /** Creates a model without dense features; see the other constructor. */
  public SequenceModel(
      Vocabulary vocabulary,
      Posterior posterior,
      MarginalInference inference,
      LabelSet labels,
      TagScheme scheme) {
    this(vocabulary, VectorFeatures.NONE, posterior, inference, labels, scheme);
  }
}
