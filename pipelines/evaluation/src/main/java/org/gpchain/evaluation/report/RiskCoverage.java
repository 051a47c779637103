package org.gpchain.evaluation.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.gpchain.evaluation.report.EvaluationReport.JudgedSegment;

/**
 * A risk–coverage curve (El-Yaniv and Wiener 2010): how many of the predicted segments with at
 * least some probability are wrong, beside how many would be if the probabilities were right.
 */
final class RiskCoverage {
  private RiskCoverage() {}

  /**
   * The segments from the most probable one down to a threshold.
   *
   * @param threshold the least probability
   * @param wrong how many have it, and how many of them are wrong
   */
  record Point(double threshold, Tally.Counts wrong) {}

  /**
   * The points of the curve, one for each probability that occurs, the largest first. Some are left
   * out, but not the last.
   *
   * @param first number of segments of the first point, at least
   * @param step number of segments by which points differ, at least; 0 for all points
   */
  static List<Point> curve(List<JudgedSegment> segments, int first, int step) {
    List<JudgedSegment> ranked = new ArrayList<>(segments);
    ranked.sort(Comparator.comparingDouble(JudgedSegment::probability).reversed());
    List<Point> points = new ArrayList<>();
    Tally wrong = new Tally();
    int next = first;
    for (int i = 0; i < ranked.size(); i++) {
      JudgedSegment segment = ranked.get(i);
      wrong.add(1 - segment.probability(), !segment.isRight());
      boolean isLast = i + 1 == ranked.size();
      boolean isTied = !isLast && ranked.get(i + 1).probability() == segment.probability();
      if (isLast || (i + 1 >= next && !isTied)) {
        points.add(new Point(segment.probability(), wrong.counts()));
        next = i + 1 + step;
      }
    }
    return points;
  }
}
