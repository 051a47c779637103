package org.gpchain.experiments.convergence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.training.Progress;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.graybox.GrayBoxLearner;
import org.gpchain.training.graybox.GrayBoxProblem;
import org.gpchain.training.graybox.GrayBoxSettings;
import org.gpchain.training.graybox.GrayBoxSettings.Estimation;
import org.gpchain.training.graybox.GrayBoxSettings.Estimator;
import org.gpchain.training.graybox.GrayBoxSettings.Method;
import org.gpchain.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.training.graybox.GrayBoxSettings.Stopping;
import org.gpchain.training.graybox.GrayBoxState;
import org.gpchain.training.objective.EvidenceLowerBound;

/**
 * How the evidence lower bound of a linear chain develops while a stochastic method of the gray-box
 * learner maximises it at fixed hyper-parameters. A pass visits each sentence once: two thirds of
 * its batches for the unary functions, the others for the pairwise functions, which is how the
 * learner divides its steps.
 *
 * <p>The bound is taken over all sentences by a separate estimator, always the same one with the
 * same noise, so that the traces of different methods can be compared.
 *
 * @param points from the start on, by ascending passes
 * @param stepSizes what the search has found: for unary mean, unary covariance, pairwise mean and
 *     pairwise covariance; not to be modified
 */
record GrayBoxTrace(List<Point> points, double[] stepSizes) {
  /** Keeps the noise of the trace apart from that of the learner. */
  private static final long TRACE_NOISE = 7;

  /**
   * The bound after some passes.
   *
   * @param pass number of passes over the data until then; 0 for the start
   * @param negativeBound −ELBO over all training sentences; NaN if it cannot be computed
   */
  record Point(int pass, double negativeBound) {}

  /**
   * Learns.
   *
   * <p>What the search for step sizes costs is not counted. But SAGA's first step looks at every
   * sentence and counts as a pass, so that its first point after the start is at two passes.
   *
   * @param train the training sentences, at least two batches of them; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}; not modified
   * @param settings of the learner; of the schedule, only the batches and their noise; the learner
   *     never stops early
   * @param passes over the data, at least two
   * @param samples of a sentence when the bound of the trace is estimated
   * @throws IllegalArgumentException if the method is not a stochastic one, or settings and data do
   *     not go together
   */
  static GrayBoxTrace of(
      LabeledRows train, int[] groupOfFeature, GrayBoxSettings settings, int passes, int samples) {
    if (settings.method() == Method.BATCH) {
      throw new IllegalArgumentException("a batch method makes no passes to trace");
    }
    Checks.atLeast("passes", passes, 2);
    int firstPasses = settings.method() == Method.SAGA ? 1 : 0;
    GrayBoxSettings exact = accurate(settings, samples);
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      LinearChain chain = new LinearChain(train.labelCount());
      GrayBoxProblem problem =
          new GrayBoxProblem(exact, train, exact.linearKernel(groupOfFeature), chain, parallel);
      Recorder recorder =
          new Recorder(
              problem.bound(problem.start().hyper()),
              firstPasses,
              Seeds.mix(settings.run().seed(), TRACE_NOISE));
      recorder.add(0, problem.start());
      GrayBoxSettings passwise = passwise(settings, train.sentenceCount(), passes - firstPasses);
      new GrayBoxLearner(passwise, Progress.NONE, recorder).learn(train, groupOfFeature, chain);
      return new GrayBoxTrace(List.copyOf(recorder.points), recorder.stepSizes);
    }
  }

  /** The same parameters, but the bound by gradients of the likelihood. */
  private static GrayBoxSettings accurate(GrayBoxSettings settings, int samples) {
    Estimation own = settings.estimation();
    return with(
        settings,
        new Estimation(Estimator.PATHWISE, samples, own.controlVariate(), false),
        settings.schedule());
  }

  /** A round of the learner is a pass. */
  private static GrayBoxSettings passwise(GrayBoxSettings settings, int sentences, int rounds) {
    Schedule schedule = settings.schedule();
    int batches = 1 + (sentences - 1) / schedule.batchSize();
    Checks.atLeast("number of batches that the sentences make", batches, 2);
    int pairwise = Math.max(1, batches / 3);
    return with(
        settings,
        settings.estimation(),
        new Schedule(
            rounds, batches - pairwise, pairwise, 0, schedule.batchSize(), schedule.freshNoise()));
  }

  private static GrayBoxSettings with(
      GrayBoxSettings settings, Estimation estimation, Schedule schedule) {
    return new GrayBoxSettings(
        settings.posterior(),
        settings.prior(),
        estimation,
        settings.method(),
        schedule,
        Stopping.NEVER,
        settings.run());
  }

  /** Takes the bound after each round. */
  private static final class Recorder implements Consumer<GrayBoxState> {
    private final EvidenceLowerBound bound;
    private final int firstPasses;
    private final long seed;
    private final int[] everySentence;
    private final double[] gradient;
    private final List<Point> points = new ArrayList<>();
    private double[] stepSizes = {};

    Recorder(EvidenceLowerBound bound, int firstPasses, long seed) {
      this.bound = bound;
      this.firstPasses = firstPasses;
      this.seed = seed;
      this.everySentence = IntStream.range(0, bound.size()).toArray();
      this.gradient = new double[bound.parameterCount()];
    }

    @Override
    public void accept(GrayBoxState state) {
      if (state.phase() % GrayBoxLearner.PHASES_PER_ROUND == 0) {
        add(firstPasses + state.phase() / GrayBoxLearner.PHASES_PER_ROUND, state);
        stepSizes = state.stepSizes();
      }
    }

    void add(int pass, GrayBoxState state) {
      points.add(
          new Point(
              pass, bound.valueAndGradient(state.parameters(), everySentence, seed, gradient)));
    }
  }
}
