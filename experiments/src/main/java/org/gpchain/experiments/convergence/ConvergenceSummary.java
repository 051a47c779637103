package org.gpchain.experiments.convergence;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.gpchain.experiments.convergence.GrayBoxTrace.Point;
import org.gpchain.experiments.report.Spread;

/**
 * What became of a method.
 *
 * @param method the method
 * @param folds its results, one for each fold
 * @param passes to come within 1 % of the best final bound of the fold, of those folds where it did
 */
record ConvergenceSummary(
    ConvergenceMethod method, List<ConvergenceResult> folds, List<Integer> passes) {
  private static final double NEAR = 1.01;

  /** One summary for each method, in the order of the results. */
  static List<ConvergenceSummary> of(List<ConvergenceResult> results) {
    Map<Integer, Double> best =
        results.stream()
            .filter(result -> Double.isFinite(result.last().negativeBound()))
            .collect(
                Collectors.toMap(
                    ConvergenceResult::fold, r -> r.last().negativeBound(), Math::min));
    return results.stream()
        .map(ConvergenceResult::method)
        .distinct()
        .map(method -> of(method, results, best))
        .toList();
  }

  private static ConvergenceSummary of(
      ConvergenceMethod method, List<ConvergenceResult> results, Map<Integer, Double> best) {
    List<ConvergenceResult> own = results.stream().filter(r -> r.method() == method).toList();
    List<Integer> passes =
        own.stream()
            .map(r -> r.passesTo(NEAR * best.getOrDefault(r.fold(), Double.NaN)))
            .flatMapToInt(OptionalInt::stream)
            .boxed()
            .toList();
    return new ConvergenceSummary(method, own, passes);
  }

  /** Mean and standard deviation over the folds. */
  Spread spread(ToDoubleFunction<ConvergenceResult> figure) {
    return Spread.of(folds.stream().mapToDouble(figure).toArray());
  }

  /** Mean and standard deviation over the folds that came near. */
  Spread passesSpread() {
    return Spread.of(passes.stream().mapToDouble(Integer::doubleValue).toArray());
  }

  /** The passes of the points, the same in each fold. */
  double[] passAxis() {
    return folds.get(0).trace().points().stream().mapToDouble(Point::pass).toArray();
  }

  /** The curve of each fold. */
  List<double[]> curves() {
    return folds.stream()
        .map(r -> r.trace().points().stream().mapToDouble(Point::negativeBound).toArray())
        .toList();
  }

  /** The mean of the curves. */
  double[] meanCurve() {
    double[] mean = new double[passAxis().length];
    for (double[] curve : curves()) {
      for (int i = 0; i < mean.length; i++) {
        mean[i] += curve[i] / folds.size();
      }
    }
    return mean;
  }
}
