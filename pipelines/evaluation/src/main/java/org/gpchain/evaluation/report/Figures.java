package org.gpchain.evaluation.report;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.percent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.gpchain.evaluation.CalibrationError;
import org.gpchain.evaluation.report.EvaluationReport.JudgedSegment;
import org.gpchain.evaluation.report.Tally.Counts;

/** The diagrams of the page, each with its numbers in a table. */
final class Figures {
  private static final int SIDE = 300;
  private static final int STRIP = 70;

  /** Number of points of a curve, about. */
  private static final int POINTS = 200;

  private Figures() {}

  /**
   * A reliability diagram (DeGroot and Fienberg 1983) over the bins of {@link CalibrationError}:
   * how many predictions of each confidence are right, beside how many would be if every
   * probability were right and only chance were at work.
   */
  static final class Reliability {
    final CalibrationError calibration = new CalibrationError();
    private final SortedMap<Integer, Tally> bins = new TreeMap<>();

    void add(double probability, boolean isRight) {
      calibration.add(probability, isRight);
      bins.computeIfAbsent(CalibrationError.bin(probability), bin -> new Tally())
          .add(probability, isRight);
    }

    /** The right predictions in each bin that is not empty, by its number from 0. */
    SortedMap<Integer, Counts> bins() {
      SortedMap<Integer, Counts> counts = new TreeMap<>();
      bins.forEach((bin, tally) -> counts.put(bin, tally.counts()));
      return counts;
    }
  }

  /** A reliability diagram of items, such as tokens, and their numbers below it. */
  static String reliability(String items, Reliability reliability) {
    SortedMap<Integer, Counts> bins = reliability.bins();
    long within = bins.values().stream().filter(Counts::isWithinChance).count();
    String finding = within + " of " + bins.size() + " bins lie within what chance alone makes.";
    String name = "Reliability of " + items;
    String id = "reliability-" + items;
    Plot plot = new Plot(id, name, "Share right by probability. " + finding, SIDE, 1);
    plot.axes("mean probability in the bin", "share right");
    Plot strip = new Plot(id + "-n", "Numbers of " + items, "The table has them.", STRIP, 1.25);
    strip.axes(items + " per bin (logarithmic)", "");
    Table table =
        new Table(name, "bin", items, "mean probability", "right", "95 % by chance", "verdict");
    double most = bins.values().stream().mapToInt(Counts::count).max().orElse(1);
    bins.forEach(
        (bin, right) -> {
          double from = (double) bin / CalibrationError.BINS;
          double to = (bin + 1.0) / CalibrationError.BINS;
          double mean = right.share(right.expected());
          double accuracy = right.share(right.happened());
          boolean isWithin = right.isWithinChance();
          plot.box("chance", from, to, right.share(right.low()), right.share(right.high()));
          plot.dot(isWithin ? "inside" : "outside", mean, accuracy);
          double height = Math.log1p(right.count()) / Math.log1p(most);
          strip.box("count", from + 0.004, to - 0.004, 0, height);
          strip.label((from + to) / 2, height, brief(right.count()));
          String verdict = isWithin ? "within" : "<strong>outside</strong>";
          String range = format("%.3f – %.3f", from, to);
          table.row(range, right.count(), mean, accuracy, interval(right), verdict);
        });
    plot.line("ideal", List.of(new Plot.Point(0, 0), new Plot.Point(1, 1)));
    CalibrationError calibration = reliability.calibration;
    String caption =
        "<b>Probabilities of %s.</b> %s Calibration error %s; chance alone makes %s on average.";
    String error = percent(calibration.error(), 2);
    String chance = percent(calibration.errorByChance(), 2);
    return figure("" + plot + strip, format(caption, items, finding, error, chance), table);
  }

  private static String interval(Counts counts) {
    return percent(counts.share(counts.low()), 2) + " – " + percent(counts.share(counts.high()), 2);
  }

  private static String brief(int number) {
    return number < 1_000 ? "" + number : format(number < 10_000 ? "%.1fk" : "%.0fk", number / 1e3);
  }

  /** The segments from the most probable one down to a threshold, and which of them are wrong. */
  record Risk(double threshold, Counts wrong) {}

  /**
   * A risk–coverage curve (El-Yaniv and Wiener 2010): a point for each probability that occurs, the
   * largest first. Some are left out, but not the last.
   *
   * @param first number of segments of the first point, at least
   * @param step number of segments by which points differ, at least; 0 for all points
   */
  static List<Risk> curve(List<JudgedSegment> segments, int first, int step) {
    List<JudgedSegment> ranked =
        segments.stream()
            .sorted(Comparator.comparingDouble(JudgedSegment::probability).reversed())
            .toList();
    List<Risk> points = new ArrayList<>();
    Tally wrong = new Tally();
    int next = first;
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
   * How many of the segments with at least some probability are wrong, beside how many would be if
   * the probabilities were right.
   *
   * @param segments at least one
   */
  static String riskCoverage(String items, List<JudgedSegment> segments) {
    int total = segments.size();
    List<Risk> curve = curve(segments, Math.min(10, total / 10), total / POINTS);
    double highest =
        curve.stream()
            .map(Risk::wrong)
            .mapToDouble(wrong -> wrong.share(Math.max(wrong.happened(), wrong.high())))
            .max()
            .orElseThrow();
    List<Plot.Point> observed = points(curve, total, Counts::happened);
    List<Plot.Point> claimed = points(curve, total, Counts::expected);
    List<Plot.Point> band = points(curve, total, Counts::low);
    points(curve, total, Counts::high).forEach(point -> band.add(0, point));
    Counts all = curve.get(curve.size() - 1).wrong();
    String finding =
        format(
            "Of all %s, %s are wrong; by their probabilities it would be %s.",
            items, percent(all.share(all.happened()), 2), percent(all.share(all.expected()), 2));
    Plot plot = new Plot("risk", "Risk and coverage", finding, SIDE, Plot.limit(highest));
    plot.axes("share of the predicted " + items + " that is kept", "share wrong")
        .line("chance", band)
        .line("expected", claimed)
        .line("observed", observed);
    Object[] heads = {"kept", items, "least probability", "wrong", "claimed", "95 % by chance"};
    Table table = new Table("Risk and coverage", heads);
    int tenth = (total + 9) / 10;
    for (Risk point : curve(segments, tenth, tenth)) {
      Counts wrong = point.wrong();
      table.row(
          percent((double) wrong.count() / total, 2),
          wrong.count(),
          format("%.4f", point.threshold()),
          wrong.share(wrong.happened()),
          wrong.share(wrong.expected()),
          interval(wrong));
    }
    String key = "<b>Observed</b> (solid), <b>claimed</b> by the probabilities (dashed), and the";
    return figure(plot.toString(), key + " band of chance. " + finding, table);
  }

  private static List<Plot.Point> points(
      List<Risk> curve, int total, ToDoubleFunction<Counts> number) {
    List<Plot.Point> points = new ArrayList<>();
    for (Risk point : curve) {
      Counts wrong = point.wrong();
      double share = wrong.share(number.applyAsDouble(wrong));
      points.add(new Plot.Point((double) wrong.count() / total, share));
    }
    return points;
  }

  private static String figure(String svg, String caption, Table table) {
    return format(
        "<figure>\n%s<figcaption>%s</figcaption>\n"
            + "<details><summary>Numbers of the diagram</summary>\n%s</details>\n</figure>\n",
        svg, caption, table);
  }
}
