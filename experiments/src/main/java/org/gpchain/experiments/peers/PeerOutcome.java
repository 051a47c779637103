package org.gpchain.experiments.peers;

import java.util.List;
import java.util.Optional;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/**
 * The results of a peer's process, which are passed in a file.
 *
 * @param penalty the penalty; NaN for peers without one
 * @param tuneSeconds processor time of tuning (seconds)
 * @param trainSeconds processor time of the start and the final training (seconds)
 * @param peakKilobytes peak resident memory of the whole process; -1 if unknown
 * @param modelBytes size of the model file
 * @param rows the results of each decoding
 */
record PeerOutcome(
    double penalty,
    double tuneSeconds,
    double trainSeconds,
    long peakKilobytes,
    long modelBytes,
    List<Row> rows) {
  /**
   * The results of a decoding.
   *
   * @param decoding name of the decoding
   * @param tagSeconds processor time to read the model and label the test sentences (seconds)
   * @param score the accuracy
   */
  record Row(String decoding, double tagSeconds, PeerScore score) {}

  /** Returns the score of a decoding, or empty if the peer does not have the decoding. */
  Optional<PeerScore> score(String decoding) {
    for (Row row : rows) {
      if (row.decoding().equals(decoding)) {
        return Optional.of(row.score());
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a row of the table.
   *
   * @param trial training corpus
   * @param difference difference in F1 from GPChain; null if there is none
   */
  PeerRow row(PeerRow.Trial trial, PeerName peer, Row row, Difference difference) {
    PeerScore score = row.score();
    PeerRow.Scores scores =
        new PeerRow.Scores(score.f1(), difference, score.tokenError(), score.nll(), score.ece());
    return new PeerRow(
        trial,
        peer,
        row.decoding(),
        scores,
        new PeerRow.Training(penalty, tuneSeconds, trainSeconds),
        new PeerRow.Costs(row.tagSeconds(), peakKilobytes, modelBytes),
        null);
  }
}
