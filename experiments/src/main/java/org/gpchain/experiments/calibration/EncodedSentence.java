package org.gpchain.experiments.calibration;

import java.util.List;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.math.SparseRows;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.model.Model;
import org.gpchain.core.predict.HeldOutSentence;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;

/**
 * A sentence as a model sees it.
 *
 * @param rows its features
 * @param gold numbers of its gold labels; -1 where the model does not know the label
 * @param segments its gold segments
 * @param heldOut its scores under the model
 */
record EncodedSentence(SparseRows rows, int[] gold, List<Span> segments, HeldOutSentence heldOut) {
  /** Those of the sentences that have tokens. */
  static List<EncodedSentence> of(Model model, List<LabeledSequence> sentences) {
    SequenceEncoder encoder = new SequenceEncoder(model.vocabulary());
    Tagger tagger = model.tagger();
    Workspace workspace = new Workspace();
    return sentences.stream()
        .filter(sentence -> sentence.length() > 0)
        .map(
            sentence -> {
              SparseRows rows = encoder.encode(List.of(sentence.tokens()));
              int[] gold =
                  sentence.labels(model.scheme()).stream()
                      .mapToInt(model.labels()::indexOf)
                      .toArray();
              return new EncodedSentence(
                  rows,
                  gold,
                  sentence.spans(),
                  tagger.heldOut(rows, 0, gold, null, sentence.spans(), 0, workspace));
            })
        .toList();
  }

  /** Number of tokens whose label the model knows. */
  int knownTokens() {
    int known = 0;
    for (int label : gold) {
      known += label < 0 ? 0 : 1;
    }
    return known;
  }
}
