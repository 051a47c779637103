package org.gpchain.experiments.peers;

import java.util.List;
import java.util.Optional;
import org.gpchain.internal.evaluation.comparison.PairedBootstrap.Difference;

/**
 * What came of a peer, as a file between two processes.
 *
 * @param peakKilobytes largest resident memory of its process, which is that of all it did; -1 if
 *     the system does not say
 */
record PeerOutcome(
    double penalty,
    double tuneSeconds,
    double trainSeconds,
    long peakKilobytes,
    long modelBytes,
    List<Row> rows) {
  /** One decoding. */
  record Row(String decoding, double tagSeconds, PeerScore score) {}

  /** The score of a decoding, if it has it. */
  Optional<PeerScore> score(String decoding) {
    return rows.stream().filter(row -> row.decoding().equals(decoding)).map(Row::score).findFirst();
  }

  /** A row of the table. */
  PeerRow row(PeerOptions.Comparison what, PeerName peer, Row row, Difference difference) {
    PeerScore score = row.score();
    return new PeerRow(
        what.commit(),
        what.corpus(),
        what.train().sentences().size(),
        peer,
        row.decoding(),
        score.f1(),
        difference,
        score.tokenError(),
        score.nll(),
        score.ece(),
        penalty,
        tuneSeconds,
        trainSeconds,
        row.tagSeconds(),
        peakKilobytes,
        modelBytes,
        null);
  }
}
