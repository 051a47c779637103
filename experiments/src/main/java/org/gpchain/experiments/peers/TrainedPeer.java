package org.gpchain.experiments.peers;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.text.TokenSequence;

/** A model of a {@link Peer} in its file. */
@FunctionalInterface
interface TrainedPeer {
  /**
   * Reads the model and labels sentences.
   *
   * @param sentences with the columns of the training sentences
   * @param decoding one of the peer's
   * @return what it says of each sentence, in their order
   */
  List<TaggedSentence> tag(List<TokenSequence> sentences, String decoding) throws IOException;
}
