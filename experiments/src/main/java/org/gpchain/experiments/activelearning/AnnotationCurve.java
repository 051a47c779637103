package org.gpchain.experiments.activelearning;

import java.util.List;

/**
 * What was learned from more and more annotated tokens.
 *
 * @param points by their number of tokens
 */
record AnnotationCurve(List<Point> points) {
  /** Copies the list. */
  AnnotationCurve {
    points = List.copyOf(points);
  }

  /**
   * A model.
   *
   * @param tokens that it was learned from
   * @param sentences that they are in; means over curves need not be whole numbers
   * @param f1 on the test corpus
   * @param seconds of choosing what was annotated last, and learning
   */
  record Point(double tokens, double sentences, double f1, double seconds) {}

  /**
   * The mean of curves, point by point.
   *
   * @param curves with as many points each, at least one
   */
  static AnnotationCurve mean(List<AnnotationCurve> curves) {
    int points = curves.get(0).points.size();
    Point[] mean = new Point[points];
    for (int i = 0; i < points; i++) {
      double tokens = 0;
      double sentences = 0;
      double f1 = 0;
      double seconds = 0;
      for (AnnotationCurve curve : curves) {
        Point point = curve.points.get(i);
        tokens += point.tokens / curves.size();
        sentences += point.sentences / curves.size();
        f1 += point.f1 / curves.size();
        seconds += point.seconds / curves.size();
      }
      mean[i] = new Point(tokens, sentences, f1, seconds);
    }
    return new AnnotationCurve(List.of(mean));
  }

  /** The last point. */
  Point end() {
    return points.get(points.size() - 1);
  }

  /** The F1 of each point, {@code [points]}. */
  double[] f1() {
    return points.stream().mapToDouble(Point::f1).toArray();
  }

  /**
   * The number of tokens at which the curve first reaches an F1, between two points in proportion
   * to the logarithm of tokens; NaN if it never does.
   */
  double tokensFor(double f1) {
    for (int i = 0; i < points.size(); i++) {
      Point here = points.get(i);
      if (here.f1 >= f1) {
        if (i == 0) {
          return here.tokens;
        }
        Point before = points.get(i - 1);
        double share = (f1 - before.f1) / (here.f1 - before.f1);
        return before.tokens * Math.pow(here.tokens / before.tokens, share);
      }
    }
    return Double.NaN;
  }
}
