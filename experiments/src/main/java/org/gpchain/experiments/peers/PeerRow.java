package org.gpchain.experiments.peers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/**
 * The results of a peer with a decoding, or the failure of a peer. Shares are in [0, 1]. Figures
 * that a peer does not have are NaN. In JSON, the components of the nested records are fields of
 * one flat object.
 *
 * @param trial training corpus
 * @param peer the peer
 * @param decoding name of the decoding; null after a failure
 * @param scores accuracy on the test sentences
 * @param training penalty and processor time of the training
 * @param costs costs of the trained model
 * @param failure cause of the failure; null after success
 */
record PeerRow(
    @JsonUnwrapped Trial trial,
    PeerName peer,
    String decoding,
    @JsonUnwrapped Scores scores,
    @JsonUnwrapped Training training,
    @JsonUnwrapped Costs costs,
    String failure) {
  /**
   * A training corpus, and the code that learned from it.
   *
   * @param commit commit of the code that computed the row; null if unknown
   * @param corpus name of the corpus; null if the settings of the row contain it
   * @param sentences number of training sentences
   */
  record Trial(String commit, String corpus, int sentences) {}

  /**
   * Accuracy on the test sentences.
   *
   * @param f1 F1 of the segments
   * @param againstGpchain F1 minus GPChain's F1; null for GPChain itself and if GPChain failed
   * @param tokenError share of tokens with a wrong label
   * @param nll mean −log marginal probability of the gold label (nats per token)
   * @param ece expected calibration error of the labels
   */
  record Scores(double f1, Difference againstGpchain, double tokenError, double nll, double ece) {}

  /**
   * The training of a peer.
   *
   * @param penalty the penalty, as in {@link Peer#train}
   * @param tuneSeconds processor time of tuning the penalty (seconds); 0 without tuning
   * @param trainSeconds processor time of the start of the process and the training (seconds)
   */
  record Training(double penalty, double tuneSeconds, double trainSeconds) {}

  /**
   * Costs of a trained model.
   *
   * @param tagSeconds processor time to read the model and label the test sentences (seconds)
   * @param peakKilobytes peak resident memory of the process; -1 if unknown
   * @param modelBytes size of the model file
   */
  record Costs(double tagSeconds, long peakKilobytes, long modelBytes) {
    /** Returns the peak resident memory (MB), or NaN if unknown. */
    double peakMegabytes() {
      if (peakKilobytes < 0) {
        return Double.NaN;
      }
      return peakKilobytes / 1024.0;
    }
  }

  /** Returns the row of a peer that failed. */
  static PeerRow failed(Trial trial, PeerName peer, String reason) {
    double none = Double.NaN;
    return new PeerRow(
        trial,
        peer,
        null,
        new Scores(none, null, none, none, none),
        new Training(none, none, none),
        new Costs(none, -1, 0),
        reason);
  }
}
