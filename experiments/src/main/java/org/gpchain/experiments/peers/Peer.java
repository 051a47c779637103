package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;

/** A sequence labeler behind an interface that all compared labelers share. Uses one thread. */
interface Peer {
  /** Name of the decoding of peers that have only one. */
  String VITERBI = "viterbi";

  /** A trained model, stored in a file. */
  @FunctionalInterface
  interface Trained {
    /**
     * Reads the model and labels sentences.
     *
     * @param sentences sentences with the columns of the training sentences
     * @param decoding one of the peer's decodings
     * @return a prediction for each sentence, in the same order
     * @throws IOException if the model cannot be read
     */
    List<Tagged> tag(List<TokenSequence> sentences, String decoding) throws IOException;
  }

  /**
   * A peer's prediction for a sentence.
   *
   * @param labels the predicted label of each token, {@code [T]}
   * @param labelSet the labels with marginal probabilities; null if the peer has no marginals
   * @param marginals marginal probability of each label at each token, {@code [T×V]}, row-major;
   *     null if the peer has no marginals; not copied
   */
  record Tagged(List<String> labels, LabelSet labelSet, double[] marginals) {
    /** Checks the shape of the marginals. */
    public Tagged {
      labels = List.copyOf(labels);
      if (marginals != null) {
        long size = (long) labels.size() * labelSet.size();
        Checks.length("marginals", marginals.length, size, "[T×V]");
      }
    }

    /** Returns the prediction of a peer without marginal probabilities. */
    static Tagged without(List<String> labels) {
      return new Tagged(labels, null, null);
    }
  }

  /**
   * Trains on sentences and writes the model.
   *
   * @param train the training sentences. Peers that train on labels use the tag scheme of their
   *     job.
   * @param penalty c of the term {@code c‖w‖²} that is added to the negative log-likelihood;
   *     ignored by peers without a penalty
   * @param model file for the model
   * @return the trained model
   * @throws IOException if the peer fails or the model cannot be written
   */
  Trained train(List<LabeledSequence> train, double penalty, Path model) throws IOException;

  /** Returns the names of the decodings to compare, at least one. */
  default List<String> decodings() {
    return List.of(VITERBI);
  }
}
