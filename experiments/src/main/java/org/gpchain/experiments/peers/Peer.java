package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;

/** A sequence labeller, trained and asked in the same way as all others. Uses one thread. */
interface Peer {
  /** The decoding of those that have only one. */
  String VITERBI = "viterbi";

  /**
   * Trains on sentences and writes the model.
   *
   * @param train sentences with their segments; labels, where a peer needs them, have the scheme of
   *     its job
   * @param penalty c of the penalty {@code c‖w‖²} on the negative log-likelihood; a peer without
   *     one ignores it
   * @param model where to write
   * @return what reads the model and labels sentences
   */
  TrainedPeer train(List<LabeledSequence> train, double penalty, Path model) throws IOException;

  /** The ways in which its models are decoded, at least one. */
  default List<String> decodings() {
    return List.of(VITERBI);
  }
}
