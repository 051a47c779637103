package org.gpchain.experiments.convergence;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.gpchain.experiments.report.Spread;

/**
 * How a method got on with a fold.
 *
 * @param fold number of the fold, from 1
 * @param method the method
 * @param trace the bound along the way
 * @param seconds that it took, with the search for step sizes and the measuring of the bound
 */
record ConvergenceResult(int fold, ConvergenceMethod method, GrayBoxTrace trace, double seconds) {
  private static final double TAIL = 0.75;

  /** The last point. */
  Point last() {
    List<Point> points = trace.points();
    return points.get(points.size() - 1);
  }

  /** Standard deviation of the bound within the last quarter of the passes; NaN if too few. */
  double tailSpread() {
    double from = TAIL * last().pass();
    return Spread.of(
            trace.points().stream()
                .filter(point -> point.pass() > from)
                .mapToDouble(Point::negativeBound)
                .toArray())
        .sd();
  }

  /** After how many passes −ELBO was as low as this for the first time, if it ever was. */
  OptionalInt passesTo(double negativeBound) {
    return trace.points().stream()
        .filter(point -> point.negativeBound() <= negativeBound)
        .mapToInt(Point::pass)
        .findFirst();
  }

  /** One line for people. */
  String line() {
    return String.format(
        Locale.ROOT,
        "fold %d, %s: -bound %.2f, after %d passes %.2f, %.2f s",
        fold,
        method,
        trace.points().get(0).negativeBound(),
        last().pass(),
        last().negativeBound(),
        seconds);
  }
}
