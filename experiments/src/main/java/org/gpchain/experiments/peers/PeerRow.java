package org.gpchain.experiments.peers;

import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/**
 * A peer and a decoding, or a peer that has failed. Shares are in [0, 1]; what a peer does not have
 * is NaN.
 *
 * @param commit of the code that made the row; null if it was not said
 * @param corpus what was learned and measured; null where the settings say it
 * @param f1 of segments
 * @param againstGpchain F1 minus GPChain's; null for GPChain itself, and if that has failed
 * @param tuneSeconds processor time of choosing the penalty; 0 if it was given
 * @param trainSeconds processor time of the start of its process and of training
 * @param tagSeconds processor time of reading the model and labelling the test sentences
 * @param peakKilobytes largest resident memory of its process; -1 if the system does not say
 * @param failure why there are no figures; null if there are
 */
record PeerRow(
    String commit,
    String corpus,
    int sentences,
    PeerName peer,
    String decoding,
    double f1,
    Difference againstGpchain,
    double tokenError,
    double nll,
    double ece,
    double penalty,
    double tuneSeconds,
    double trainSeconds,
    double tagSeconds,
    long peakKilobytes,
    long modelBytes,
    String failure) {
  /** The row of a peer that has failed. */
  static PeerRow failed(String corpus, int sentences, PeerName peer, String reason) {
    double none = Double.NaN;
    return new PeerRow(
        null, corpus, sentences, peer, null, none, null, none, none, none, none, none, none, none,
        -1, 0, reason);
  }

  /** Largest resident memory in megabytes; NaN if unknown. */
  double peakMegabytes() {
    return peakKilobytes < 0 ? Double.NaN : peakKilobytes / 1024.0;
  }
}
