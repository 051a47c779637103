package org.gpchain.training.data;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;

/**
 * The gold segments of a corpus as the labels of a model.
 *
 * @param set all labels that segments of the corpus' types may need, and O if a token is outside;
 *     in alphabetical order
 * @param numbers label number of each token, sentence after sentence; not copied
 */
record EncodedLabels(LabelSet set, int[] numbers) {
  /** Encodes the segments of a corpus that has a token. */
  static EncodedLabels of(List<LabeledSequence> corpus, TagScheme scheme) {
    List<String> labels = new ArrayList<>();
    corpus.forEach(sentence -> labels.addAll(sentence.labels(scheme)));
    LabelSet set = set(labels, scheme);
    return new EncodedLabels(set, labels.stream().mapToInt(set::indexOf).toArray());
  }

  /** Words given as labels have too many of them, which is said before memory runs out. */
  private static LabelSet set(List<String> labels, TagScheme scheme) {
    try {
      return SpanCodec.of(scheme).complete(LabelSet.of(labels));
    } catch (IllegalArgumentException e) {
      throw new LearningException(
          "the labels of this corpus cannot be learned: "
              + e.getMessage()
              + "; is this the label column, or the feature that has the labels?");
    }
  }
}
