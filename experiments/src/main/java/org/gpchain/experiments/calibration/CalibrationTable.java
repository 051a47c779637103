package org.gpchain.experiments.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gpchain.evaluation.TextTable;
import org.gpchain.evaluation.comparison.PairedBootstrap;
import org.gpchain.evaluation.comparison.PairedBootstrap.Difference;

/** The figures of calibrations, and what the last one changes. */
final class CalibrationTable {
  private static final String NONE = "-";

  private CalibrationTable() {}

  /**
   * Writes the table.
   *
   * @param figures one row each, the last of them compared with each other one
   * @param sentences that they were measured on
   */
  static String of(
      List<CalibrationFigures> figures,
      List<EncodedSentence> sentences,
      PairedBootstrap bootstrap) {
    int[] tokens = sentences.stream().mapToInt(EncodedSentence::knownTokens).toArray();
    int[] candidates =
        sentences.stream().mapToInt(one -> one.heldOut().candidates().size()).toArray();
    long tokenCount = sum(tokens);
    long candidateCount = sum(candidates);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "token nll", "ece %", "segment log-loss", "ece %", "F1 %"));
    for (CalibrationFigures one : figures) {
      boolean segments = one.segments() != null && candidateCount > 0;
      rows.add(
          List.of(
              one.name(),
              number("%.4f", one.tokens().nll()),
              number("%.2f", 100 * one.tokens().ece()),
              segments ? number("%.4f", sum(one.segmentLoss()) / candidateCount) : NONE,
              segments ? number("%.2f", 100 * one.segments().error()) : NONE,
              number("%.2f", 100 * one.decoded().f1())));
    }
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%d sentences, %d tokens, %d candidate segments%n",
            sentences.size(),
            tokenCount,
            candidateCount));
    out.append(TextTable.aligned(rows, 1));
    CalibrationFigures last = figures.get(figures.size() - 1);
    for (CalibrationFigures other : figures.subList(0, figures.size() - 1)) {
      String against = last.name() + " less " + other.name();
      out.append(
          line(
              against + ", token nll",
              bootstrap.meanDifference(last.tokenLoss(), other.tokenLoss(), tokens)));
      if (other.segmentLoss() != null && candidateCount > 0) {
        out.append(
            line(
                against + ", segment log-loss",
                bootstrap.meanDifference(last.segmentLoss(), other.segmentLoss(), candidates)));
      }
    }
    return out.toString();
  }

  private static String line(String what, Difference difference) {
    return String.format(
        Locale.ROOT,
        "%s: %s%+.4f (%+.4f to %+.4f)%n",
        what,
        difference.isTie() ? "tie " : "",
        difference.value(),
        difference.low(),
        difference.high());
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static long sum(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
