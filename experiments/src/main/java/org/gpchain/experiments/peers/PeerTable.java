package org.gpchain.experiments.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.evaluation.TextTable;

/** The comparison as text for people, the same in every locale. */
final class PeerTable {
  private static final String NONE = "-";

  private PeerTable() {}

  /** A row for each peer and decoding, then one for each peer that has failed. */
  static String of(List<PeerResult> results, List<PeerFailure> failures) {
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
            "training s",
            "with tuning s",
            "tagging s",
            "peak MB",
            "model MB"));
    results.forEach(result -> rows.add(row(result)));
    StringBuilder table = new StringBuilder(TextTable.aligned(rows, 2));
    for (PeerFailure failure : failures) {
      table.append(failure.peer()).append("  failed: ").append(failure.reason());
      table.append(System.lineSeparator());
    }
    return table.toString();
  }

  private static List<String> row(PeerResult result) {
    PeerOutcome outcome = result.outcome();
    PeerScore score = result.row().score();
    return List.of(
        result.peer().toString(),
        result.row().decoding(),
        number(100 * score.f1(), 2),
        result.difference() == null ? NONE : result.difference().text(),
        number(100 * score.tokenError(), 2),
        number(score.nll(), 4),
        number(100 * score.ece(), 2),
        penalty(result),
        number(outcome.trainSeconds(), 1),
        number(outcome.trainSeconds() + outcome.tuneSeconds(), 1),
        number(result.row().tagSeconds(), 1),
        number(outcome.peakKilobytes() < 0 ? Double.NaN : outcome.peakKilobytes() / 1024.0, 0),
        number(outcome.modelBytes() / 1e6, 2));
  }

  /** The setting in the peer's own terms, and whether it was chosen. */
  private static String penalty(PeerResult result) {
    double penalty = result.outcome().penalty();
    return Double.isNaN(penalty)
        ? NONE
        : result.peer().setting(penalty) + (result.outcome().tuneSeconds() > 0 ? " (tuned)" : "");
  }

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
