package org.gpchain.experiments.activelearning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.gpchain.evaluation.TextTable;
import org.gpchain.experiments.report.PairedInterval;

/** Active learning as text for people, the same in every locale. */
final class ActiveLearningTable {
  private static final String NONE = "-";

  private ActiveLearningTable() {}

  /** The curves, and what they say. */
  static String of(ActiveLearningResult result) {
    return TextTable.aligned(curves(result), 1) + "\n" + TextTable.aligned(tokens(result), 1);
  }

  private static List<List<String>> curves(ActiveLearningResult result) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("choice", "tokens", "sentences", "F1 %", "against random (95 %)", "seconds"));
    for (String name : result.curves().keySet()) {
      List<PairedInterval> differences = result.differences(name);
      for (int i = 0; i < differences.size(); i++) {
        AnnotationCurve.Point point = result.mean(name).points().get(i);
        boolean same = i == 0 || name.equals(Strategy.RANDOM.name());
        rows.add(
            List.of(
                name,
                number(point.tokens(), 0),
                number(point.sentences(), 0),
                number(100 * point.f1(), 2),
                same ? NONE : differences.get(i).times(100).text(2),
                number(point.seconds(), 1)));
      }
    }
    return rows;
  }

  private static List<List<String>> tokens(ActiveLearningResult result) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "choice",
            "tokens for F1 " + number(100 * result.target(), 2) + " %",
            "of random's %",
            "seeds, least to most %"));
    for (String name : result.curves().keySet()) {
      double[] bySeed = Arrays.stream(result.shareBySeed(name)).sorted().toArray();
      rows.add(
          List.of(
              name,
              number(result.tokens(name), 0),
              number(100 * result.share(name), 0),
              number(100 * bySeed[0], 0) + " to " + number(100 * bySeed[bySeed.length - 1], 0)));
    }
    return rows;
  }

  private static String number(double value, int digits) {
    return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
