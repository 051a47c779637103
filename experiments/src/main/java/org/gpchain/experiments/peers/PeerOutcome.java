package org.gpchain.experiments.peers;

import java.util.List;

/**
 * What came of a peer, as a file between two processes.
 *
 * @param penalty that it was trained with; NaN if it has none
 * @param tuneSeconds processor time of choosing the penalty; 0 if it was given
 * @param trainSeconds processor time of the start of its process and of training
 * @param peakKilobytes largest resident memory of its process, which is that of all it did; -1 if
 *     the system does not say
 * @param modelBytes size of its model file
 * @param rows one for each of its decodings
 */
record PeerOutcome(
    double penalty,
    double tuneSeconds,
    double trainSeconds,
    long peakKilobytes,
    long modelBytes,
    List<Row> rows) {
  /**
   * One decoding.
   *
   * @param decoding its name
   * @param tagSeconds processor time of reading the model and labelling the test sentences
   * @param score how well it labelled them
   */
  record Row(String decoding, double tagSeconds, PeerScore score) {}
}
