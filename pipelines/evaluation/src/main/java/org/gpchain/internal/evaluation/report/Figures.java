package org.gpchain.internal.evaluation.report;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.gpchain.internal.evaluation.CalibrationError;
import org.gpchain.internal.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.internal.evaluation.report.Tally.Counts;

/** Renders the reliability diagrams and the risk-coverage table of a report. */
final class Figures {
  private Figures() {}

  /**
   * The data of a reliability diagram (DeGroot and Fienberg 1983) over the bins of {@link
   * CalibrationError}: for each bin, the number of correct predictions, and the distribution of
   * this number under perfect calibration.
   */
  static final class Reliability {
    final CalibrationError calibration = new CalibrationError();
    private final SortedMap<Integer, Tally> bins = new TreeMap<>();

    /** Adds a prediction. */
    void add(double probability, boolean isRight) {
      calibration.add(probability, isRight);
      bins.computeIfAbsent(CalibrationError.bin(probability), bin -> new Tally())
          .add(probability, isRight);
    }

    /** Returns the correct predictions in each nonempty bin, by the number of the bin from 0. */
    SortedMap<Integer, Counts> bins() {
      SortedMap<Integer, Counts> counts = new TreeMap<>();
      bins.forEach((bin, tally) -> counts.put(bin, tally.counts()));
      return counts;
    }
  }

  /**
   * Returns a reliability diagram with a table of its numbers as HTML.
   *
   * @param items the predicted items, such as tokens
   */
  static String reliability(String items, Reliability reliability) {
    SortedMap<Integer, Counts> bins = reliability.bins();
    long within = bins.values().stream().filter(Counts::isWithinChance).count();
    String finding =
        within + " of " + bins.size() + " bins are within the range expected by chance alone.";

    String name = "Reliability of " + items;
    String id = "reliability-" + items;
    Plot plot = new Plot(id, name, "Share right by probability. " + finding);
    plot.axes("mean probability in the bin", "share right");
    Table table =
        new Table(name, "bin", items, "mean probability", "right", "95 % by chance", "verdict");
    bins.forEach((bin, right) -> addBin(bin, right, plot, table));
    plot.line("ideal", List.of(new Plot.Point(0, 0), new Plot.Point(1, 1)));

    CalibrationError calibration = reliability.calibration;
    String caption =
        "<b>Probabilities of %s.</b> %s Calibration error %s; expected by chance alone: %s.";
    String error = percent(calibration.error(), 2);
    String chance = percent(calibration.errorByChance(), 2);
    return format(
        "<figure>\n%s<figcaption>%s</figcaption>\n"
            + "<details><summary>Numbers of the diagram</summary>\n%s</details>\n</figure>\n",
        plot, format(caption, items, finding, error, chance), table);
  }

  private static void addBin(int bin, Counts right, Plot plot, Table table) {
    double from = (double) bin / CalibrationError.BINS;
    double to = (bin + 1.0) / CalibrationError.BINS;
    double mean = right.share(right.expected());
    double accuracy = right.share(right.happened());
    String style = "outside";
    String verdict = "<strong>outside</strong>";
    if (right.isWithinChance()) {
      style = "inside";
      verdict = "within";
    }

    plot.box("chance", from, to, right.share(right.low()), right.share(right.high()));
    plot.dot(style, mean, accuracy);
    String range = format("%.3f – %.3f", from, to);
    table.row(range, right.count(), mean, accuracy, interval(right), verdict);
  }

  private static String interval(Counts counts) {
    return percent(counts.share(counts.low()), 2) + " – " + percent(counts.share(counts.high()), 2);
  }

  /**
   * A point of a risk-coverage curve.
   *
   * @param threshold minimum probability of the segments that are kept
   * @param wrong the wrong segments among them
   */
  record Risk(double threshold, Counts wrong) {}

  /**
   * Returns a risk-coverage curve (El-Yaniv and Wiener 2010). Its points are at the probabilities
   * of segments, the largest first. The last point covers all segments.
   *
   * @param step minimum number of segments between two points; 0 for a point at each probability
   */
  static List<Risk> curve(List<JudgedSegment> segments, int step) {
    List<JudgedSegment> ranked =
        segments.stream()
            .sorted(Comparator.comparingDouble(JudgedSegment::probability).reversed())
            .toList();

    List<Risk> points = new ArrayList<>();
    Tally wrong = new Tally();
    int next = step;
    for (int i = 0; i < ranked.size(); i++) {
      JudgedSegment segment = ranked.get(i);
      wrong.add(1 - segment.probability(), !segment.isRight());
      boolean isLast = i + 1 == ranked.size();
      boolean isTied = !isLast && ranked.get(i + 1).probability() == segment.probability();
      if (isLast || (i + 1 >= next && !isTied)) {
        points.add(new Risk(segment.probability(), wrong.counts()));
        next = i + 1 + step;
      }
    }
    return points;
  }

  /**
   * Returns an HTML table of the risk-coverage curve: the share of wrong segments, and the expected
   * share under perfect calibration.
   *
   * @param items the predicted items, such as segments
   * @param segments at least one
   */
  static String riskCoverage(String items, List<JudgedSegment> segments) {
    Object[] heads = {"kept", items, "least probability", "wrong", "claimed", "95 % by chance"};
    Table table = new Table("Risk and coverage", heads);
    int total = segments.size();
    int tenth = (total + 9) / 10;
    for (Risk point : curve(segments, tenth)) {
      Counts wrong = point.wrong();
      table.row(
          percent((double) wrong.count() / total, 2),
          wrong.count(),
          format("%.4f", point.threshold()),
          wrong.share(wrong.happened()),
          wrong.share(wrong.expected()),
          interval(wrong));
    }
    return table.toString();
  }
}
