package org.gpchain.experiments.activelearning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.report.PairedInterval;
import org.gpchain.experiments.report.ReportJson;

/**
 * Active learning as JSON. Shares are in [0, 1].
 *
 * @param settings what the experiment was told
 * @param targetF1 mean F1 of random choice at the end
 * @param strategies what came of each of them
 */
record ActiveLearningReport(Settings settings, double targetF1, List<Result> strategies) {
  /** Settings with the names of the command line; without a pool, all is in it. */
  record Settings(
      List<String> train,
      List<String> test,
      String task,
      List<String> templates,
      List<Integer> sizes,
      double maxSimilarity,
      Integer pool,
      int inducing,
      int samples,
      int calibrationFolds,
      int threads,
      long seed) {}

  /**
   * One strategy.
   *
   * @param tokensForTarget null if the mean curve does not reach it
   * @param shareOfTokens of those of random choice
   * @param shareBySeed the same for each seed
   * @param mean curve
   * @param bySeed the curves
   */
  record Result(
      String strategy,
      Double tokensForTarget,
      Double shareOfTokens,
      List<Double> shareBySeed,
      List<Mean> mean,
      List<AnnotationCurve> bySeed) {}

  /** A point of a mean curve. */
  record Mean(
      double tokens,
      double sentences,
      double f1,
      double seconds,
      double againstRandom,
      Double low,
      Double high) {}

  /** The report of the seeds so far. */
  static ActiveLearningReport of(Settings settings, ActiveLearningResult result) {
    return new ActiveLearningReport(
        settings,
        result.target(),
        result.curves().keySet().stream().map(name -> strategy(name, result)).toList());
  }

  private static Result strategy(String name, ActiveLearningResult result) {
    List<AnnotationCurve.Point> points = result.mean(name).points();
    List<PairedInterval> differences = result.differences(name);
    List<Mean> mean = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      AnnotationCurve.Point point = points.get(i);
      PairedInterval difference = differences.get(i);
      mean.add(
          new Mean(
              point.tokens(),
              point.sentences(),
              point.f1(),
              point.seconds(),
              difference.mean(),
              ReportJson.orNull(difference.low()),
              ReportJson.orNull(difference.high())));
    }
    return new Result(
        name,
        ReportJson.orNull(result.tokens(name)),
        ReportJson.orNull(result.share(name)),
        Arrays.stream(result.shareBySeed(name)).mapToObj(ReportJson::orNull).toList(),
        mean,
        result.curves().get(name));
  }
}
