package org.gpchain.experiments.gpstruct;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructData.Fold;
import org.gpchain.experiments.report.ProcessorTime;

/** Learns and predicts every fold of every task with every method. */
public final class GpstructRun {
  private final GpstructSettings settings;
  private final Function<GpstructMethod, FoldLearner> learners;
  private final LongSupplier clock;

  /** Is told of each fold. */
  @FunctionalInterface
  interface Listener<X extends Exception> {
    /**
     * A fold is done.
     *
     * @param results all results so far, the new one last
     */
    void onFold(List<FoldResult> results) throws X;
  }

  /**
   * With the learners of the methods, in processor time.
   *
   * @param settings what to do
   */
  public GpstructRun(GpstructSettings settings) {
    this(settings, FoldLearners::of, ProcessorTime::nanoseconds);
  }

  /**
   * @param settings what to do
   * @param learners the learner of each method
   * @param clock nanoseconds, from any origin
   */
  GpstructRun(
      GpstructSettings settings,
      Function<GpstructMethod, FoldLearner> learners,
      LongSupplier clock) {
    this.settings = settings;
    this.learners = learners;
    this.clock = clock;
  }

  /**
   * Runs the experiment.
   *
   * @param tasks the data of each task
   * @param listener is told of each fold as soon as it is done
   */
  <X extends Exception> List<FoldResult> run(List<GpstructData> tasks, Listener<X> listener)
      throws X, IOException {
    List<FoldResult> results = new ArrayList<>();
    for (GpstructData data : tasks) {
      for (GpstructMethod method : settings.methods()) {
        for (int fold : settings.folds()) {
          results.add(learn(data, method, fold, false).result());
          listener.onFold(List.copyOf(results));
        }
      }
    }
    return results;
  }

  /**
   * What came of one fold.
   *
   * @param result its figures
   * @param stages how good predictions were on the way, if somebody watched
   * @param marginals for each test sentence {@code p(y_t = v)}, {@code [T×V]} row-major
   */
  public record Outcome(FoldResult result, List<FoldStage> stages, double[][] marginals) {}

  /**
   * Learns and predicts one fold.
   *
   * @param number of the fold, from 1
   * @param watched whether to look at the predictions on the way, which may take longer than
   *     learning does
   */
  public Outcome learn(GpstructData data, GpstructMethod method, int number, boolean watched)
      throws IOException {
    Fold fold = data.fold(number);
    List<FoldStage> stages = new ArrayList<>();
    Stopwatch stopwatch = new Stopwatch();
    Stages watcher =
        marginals -> {
          double seconds = stopwatch.seconds();
          FoldScore score = FoldScorer.score(fold.test(), marginals.get(), seconds);
          stages.add(new FoldStage(seconds, score.tokenError(), score.nll()));
          stopwatch.goBackTo(seconds);
        };
    double[][] marginals =
        learners.apply(method).marginals(data, number, settings, watched ? watcher : Stages.NONE);
    return new Outcome(
        new FoldResult(
            data.task(),
            method,
            number,
            fold.train().tokenCount(),
            fold.test().tokenCount(),
            FoldScorer.score(fold.test(), marginals, stopwatch.seconds())),
        List.copyOf(stages),
        marginals);
  }

  /** What learning takes; stands still while predictions are looked at. */
  private final class Stopwatch {
    private long start = clock.getAsLong();

    double seconds() {
      return (clock.getAsLong() - start) / 1e9;
    }

    /** Goes back to what it showed before. */
    void goBackTo(double seconds) {
      start = clock.getAsLong() - Math.round(seconds * 1e9);
    }
  }
}
