package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;

/** A sequence labeller, trained and asked in the same way as all others. Uses one thread. */
interface Peer {
  /** The decoding of those that have only one. */
  String VITERBI = "viterbi";

  /** A trained model in its file. */
  @FunctionalInterface
  interface Trained {
    /**
     * Reads the model and labels sentences.
     *
     * @param sentences with the columns of the training sentences
     * @param decoding one of the peer's
     * @return what it says of each sentence, in their order
     */
    List<Tagged> tag(List<TokenSequence> sentences, String decoding) throws IOException;
  }

  /**
   * What a peer says of a sentence.
   *
   * @param labelSet labels that have marginal probabilities; null if the peer has none
   * @param marginals {@code [T×V]} row-major, probability of each label of the set at each token;
   *     null if the peer has none; not copied
   */
  record Tagged(List<String> labels, LabelSet labelSet, double[] marginals) {
    /** Checks the shape. */
    public Tagged {
      labels = List.copyOf(labels);
      if (marginals != null) {
        long size = (long) labels.size() * labelSet.size();
        Checks.length("marginals", marginals.length, size, "[T×V]");
      }
    }

    /** A sentence of a peer without marginal probabilities. */
    static Tagged without(List<String> labels) {
      return new Tagged(labels, null, null);
    }
  }

  /**
   * Trains on sentences and writes the model.
   *
   * @param train sentences with their segments; labels, where a peer needs them, have the scheme of
   *     its job
   * @param penalty c of the penalty {@code c‖w‖²} on the negative log-likelihood; a peer without
   *     one ignores it
   * @return what reads the model and labels sentences
   */
  Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException;

  /** The ways in which its models are decoded, at least one. */
  default List<String> decodings() {
    return List.of(VITERBI);
  }
}
