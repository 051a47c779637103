package org.gpchain.experiments.activelearning;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.experiments.report.PairedInterval;

/**
 * The curves of all strategies.
 *
 * @param curves by the name of the strategy, one of them random choice; one for each seed, in the
 *     same order
 */
record ActiveLearningResult(Map<String, List<AnnotationCurve>> curves) {
  /** The mean curve of a strategy. */
  AnnotationCurve mean(String strategy) {
    return AnnotationCurve.mean(curves.get(strategy));
  }

  private AnnotationCurve random() {
    return mean(Strategy.RANDOM.name());
  }

  /** The F1 of random choice at the end, which the others are to reach with fewer tokens. */
  double target() {
    return random().end().f1();
  }

  /** The tokens at which the mean curve of a strategy reaches the target; NaN if it does not. */
  double tokens(String strategy) {
    return mean(strategy).tokensFor(target());
  }

  /** The share of random choice's tokens that a strategy needs; NaN if it does not reach its F1. */
  double share(String strategy) {
    return tokens(strategy) / random().end().tokens();
  }

  /** The same for each seed by itself, whose curves also reach the common target, or NaN. */
  double[] shareBySeed(String strategy) {
    double target = target();
    return IntStream.range(0, seeds())
        .mapToDouble(
            i ->
                curves.get(strategy).get(i).tokensFor(target)
                    / curves.get(Strategy.RANDOM.name()).get(i).end().tokens())
        .toArray();
  }

  /** The F1 of a strategy minus that of random choice, seed by seed, at each size. */
  List<PairedInterval> differences(String strategy) {
    return IntStream.range(0, random().points().size())
        .mapToObj(i -> PairedInterval.of(f1(strategy, i), f1(Strategy.RANDOM.name(), i)))
        .toList();
  }

  private double[] f1(String strategy, int point) {
    return curves.get(strategy).stream().mapToDouble(c -> c.points().get(point).f1()).toArray();
  }

  /** Number of seeds. */
  int seeds() {
    return curves.get(Strategy.RANDOM.name()).size();
  }
}
