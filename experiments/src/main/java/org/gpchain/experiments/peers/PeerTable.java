package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.experiments.peers.PairedBootstrap.Difference;
import org.gpchain.pipelines.evaluation.TextTable;

/** The comparison as text for people, the same in every locale. */
final class PeerTable {
  private static final String NONE = "-";

  private PeerTable() {}

  /** A row for each peer and decoding. */
  static String of(List<PeerResult> results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "peer",
            "decoding",
            "F1 %",
            "against gpchain (95 %)",
            "token error %",
            "nll",
            "ece %",
            "penalty",
            "tuning s",
            "training s",
            "tagging s",
            "peak MB",
            "model MB"));
    results.forEach(result -> rows.add(row(result)));
    return TextTable.aligned(rows, 2);
  }

  private static List<String> row(PeerResult result) {
    PeerOutcome outcome = result.outcome();
    PeerScore score = result.row().score();
    return List.of(
        result.peer().toString(),
        result.row().decoding(),
        number(100 * score.f1(), 2),
        difference(result.difference()),
        number(100 * score.tokenError(), 2),
        number(score.nll(), 4),
        number(100 * score.ece(), 2),
        number(outcome.penalty(), 2),
        number(outcome.tuneSeconds(), 1),
        number(outcome.trainSeconds(), 1),
        number(result.row().tagSeconds(), 1),
        number(outcome.peakKilobytes() < 0 ? Double.NaN : outcome.peakKilobytes() / 1024.0, 0),
        number(outcome.modelBytes() / 1e6, 2));
  }

  private static String difference(Difference difference) {
    if (difference == null) {
      return NONE;
    }
    String figures =
        String.format(
            Locale.ROOT,
            "%+.2f (%+.2f to %+.2f)",
            100 * difference.value(),
            100 * difference.low(),
            100 * difference.high());
    return difference.isTie() ? "tie " + figures : figures;
  }

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
