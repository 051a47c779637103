package org.gpchain.experiments.peers;

import java.util.List;
import org.gpchain.core.math.Checks;
import org.gpchain.core.text.LabelSet;

/**
 * What a peer says of a sentence.
 *
 * @param labels the label of each token
 * @param labelSet labels that have marginal probabilities; null if the peer has none
 * @param marginals {@code [T×V]} row-major, probability of each label of the set at each token;
 *     null if the peer has none; not copied
 */
record TaggedSentence(List<String> labels, LabelSet labelSet, double[] marginals) {
  /** Checks the shape. */
  TaggedSentence {
    labels = List.copyOf(labels);
    if (marginals != null) {
      Checks.length("marginals", marginals.length, (long) labels.size() * labelSet.size(), "[T×V]");
    }
  }

  /** A sentence of a peer without marginal probabilities. */
  static TaggedSentence without(List<String> labels) {
    return new TaggedSentence(labels, null, null);
  }
}
