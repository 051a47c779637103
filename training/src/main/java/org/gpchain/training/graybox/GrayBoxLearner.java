package org.gpchain.training.graybox;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.likelihood.SequenceLikelihood;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.posterior.SparsePosterior;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.data.LearningException;
import org.gpchain.training.objective.EvidenceLowerBound;
import org.gpchain.training.objective.ParameterLayout;
import org.gpchain.training.optim.AdamGradient;
import org.gpchain.training.optim.GradientRule;
import org.gpchain.training.optim.GradientRule.PlainGradient;
import org.gpchain.training.optim.Lbfgs;
import org.gpchain.training.optim.Lbfgs.Result;
import org.gpchain.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.training.optim.Lbfgs.StopRule;
import org.gpchain.training.optim.MemberwiseObjective;
import org.gpchain.training.optim.RestrictedObjective;
import org.gpchain.training.optim.SagaGradient;
import org.gpchain.training.optim.StepSizeSearch;
import org.gpchain.training.optim.StepSizes;
import org.gpchain.training.optim.StepSizes.Range;
import org.gpchain.training.optim.StochasticDescent;
import org.gpchain.training.optim.StochasticObjective;

/**
 * The learner of the papers (Galliani et al. 2017): maximises the evidence lower bound of a sparse
 * or full Gaussian-process posterior for any sequence likelihood, over unary functions, pairwise
 * functions and hyper-parameters in turn. GP-VAR-B is the method {@link
 * GrayBoxSettings.Method#BATCH}, GP-VAR-S is {@link GrayBoxSettings.Method#SAGA}, and GP-VAR-P is
 * either with another likelihood.
 *
 * <p>Learning is a sequence of phases, each of which depends on nothing but the state before it: it
 * can stop after any of them and be continued bit for bit.
 */
public final class GrayBoxLearner {
  /** Steps that L-BFGS remembers. */
  private static final int MEMORY = 10;

  /**
   * Maximum number of evaluations in a line search: the score function's gradient is not that of
   * the estimated value.
   */
  private static final int TRIALS = 6;

  /** Unary functions, pairwise functions, hyper-parameters. */
  public static final int PHASES_PER_ROUND = 3;

  private static final List<String> PHASES = List.of("unary", "pairwise", "hyper-parameters");

  /** Samples of a sentence in the search for step sizes, at least. */
  private static final int MIN_SEARCH_SAMPLES = 20;

  /** The first step size of a search. */
  private static final double FIRST_STEP = 0.02;

  private final GrayBoxSettings settings;
  private final Progress progress;
  private final Consumer<GrayBoxState> states;

  /**
   * A learner whose states nobody wants.
   *
   * @param settings of the learner
   * @param progress receives the steps of L-BFGS, with the negative evidence lower bound
   */
  public GrayBoxLearner(GrayBoxSettings settings, Progress progress) {
    this(settings, progress, state -> {});
  }

  /**
   * @param settings of the learner
   * @param progress receives the steps of L-BFGS, with the negative evidence lower bound
   * @param states receives the state after each phase, which may be kept to continue from
   */
  public GrayBoxLearner(
      GrayBoxSettings settings, Progress progress, Consumer<GrayBoxState> states) {
    this.settings = settings;
    this.progress = progress;
    this.states = states;
  }

  /**
   * Learns from the beginning.
   *
   * @param train the training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}, each with a variance of
   *     its own; not modified
   * @param likelihood the likelihood of a sentence's labels
   * @throws IllegalArgumentException if settings, data and likelihood do not go together
   * @throws org.gpchain.training.objective.JointEstimator.LikelihoodException if the likelihood
   *     returns what is not a finite number
   */
  public SparsePosterior learn(
      LabeledRows train, int[] groupOfFeature, SequenceLikelihood likelihood) {
    return learn(train, settings.linearKernel(groupOfFeature), likelihood);
  }

  /**
   * Learns from the beginning with any kernel.
   *
   * @param train see {@link #learn(LabeledRows, int[], SequenceLikelihood)}
   * @param kernel at the initial hyper-parameters
   * @param likelihood see {@link #learn(LabeledRows, int[], SequenceLikelihood)}
   */
  public SparsePosterior learn(LabeledRows train, Kernel kernel, SequenceLikelihood likelihood) {
    return resume(train, kernel, likelihood, null);
  }

  /**
   * Continues.
   *
   * @param train see {@link #learn(LabeledRows, int[], SequenceLikelihood)}
   * @param kernel at the hyper-parameters that learning began with
   * @param likelihood see {@link #learn(LabeledRows, int[], SequenceLikelihood)}
   * @param state where learning stood, of the same data and settings; null for the beginning
   */
  public SparsePosterior resume(
      LabeledRows train, Kernel kernel, SequenceLikelihood likelihood, GrayBoxState state) {
    long start = System.nanoTime();
    int heldOut = (int) Math.round(settings.stopping().heldOut() * train.sentenceCount());
    int learned = train.sentenceCount() - heldOut;
    if (learned < 1) {
      throw new IllegalArgumentException(
          "nothing is left to learn from: all "
              + train.sentenceCount()
              + " sentences are held out; hold out a smaller share");
    }
    LabeledRows own = train.sentences(0, learned);
    LabeledRows others = heldOut == 0 ? null : train.sentences(learned, train.sentenceCount());
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      GrayBoxProblem problem = new GrayBoxProblem(settings, own, kernel, likelihood, parallel);
      Run run = new Run(problem, others, parallel, state == null ? problem.start() : state);
      run.go(start);
      return run.posterior();
    }
  }

  /** One run. */
  private final class Run {
    private final GrayBoxProblem problem;
    private final LabeledRows heldOut;
    private final Parallel parallel;
    private final ParameterLayout layout;
    private final StochasticDescent descent;
    private GrayBoxState state;

    Run(GrayBoxProblem problem, LabeledRows heldOut, Parallel parallel, GrayBoxState state) {
      this.problem = problem;
      this.heldOut = heldOut;
      this.parallel = parallel;
      this.layout = problem.layout();
      this.state = state;
      this.descent =
          new StochasticDescent(
              settings.schedule().batchSize(),
              settings.schedule().freshNoise(),
              p ->
                  layout.covarianceIsWithin(
                      p, ParameterLayout.UNARY_BOUND, ParameterLayout.PAIRWISE_BOUND),
              settings.run().seed());
    }

    void go(long startNanos) {
      int phases = PHASES_PER_ROUND * settings.schedule().rounds();
      while (state.phase() < phases && hasTime(startNanos) && isGaining()) {
        phase();
        state = state.nextPhase();
        if (heldOut != null && state.phase() % PHASES_PER_ROUND == 0) {
          state = state.withHeldOut(problem.expectedLogLikelihood(heldOut, state));
        }
        states.accept(state);
      }
    }

    private boolean hasTime(long startNanos) {
      double limit = settings.stopping().seconds();
      return limit == 0 || System.nanoTime() - startNanos < limit * 1e9;
    }

    private boolean isGaining() {
      return state.roundsWithoutGain() < settings.stopping().patience();
    }

    SparsePosterior posterior() {
      return state.best().isEmpty()
          ? problem.posterior(state.parameters(), state.hyper())
          : problem.posterior(state.best().get(0), state.best().get(1));
    }

    private void phase() {
      GrayBoxSettings.Schedule schedule = settings.schedule();
      switch (state.phase() % PHASES_PER_ROUND) {
        case 0 -> functions(layout.allUnary(), schedule.unary());
        case 1 -> functions(layout.allPairwise(), schedule.pairwise());
        default -> hyper(schedule.hyper());
      }
    }

    private void functions(Range range, int steps) {
      if (steps == 0) {
        return;
      }
      if (settings.method() == GrayBoxSettings.Method.BATCH) {
        batch(range, steps);
      } else {
        stochastic(range, steps);
      }
    }

    private void batch(Range range, int steps) {
      RestrictedObjective part =
          new RestrictedObjective(problem.bound(state.hyper()), state.parameters(), range);
      double[] from = Arrays.copyOfRange(state.parameters(), range.from(), range.to());
      state = state.withParameters(part.expand(minimize(part, from, steps)));
    }

    private void hyper(int steps) {
      if (steps > 0) {
        state = state.withHyper(minimize(problem.hyperObjective(state), state.hyper(), steps));
      }
    }

    private double[] minimize(StochasticObjective objective, double[] from, int steps) {
      int round = state.phase() / PHASES_PER_ROUND;
      int phase = state.phase() % PHASES_PER_ROUND;
      String name = "round " + (1 + round) + ", " + PHASES.get(phase);
      GrayBoxSettings.Schedule schedule = settings.schedule();
      int before = schedule.stepsBefore(round, phase);
      Result result =
          new Lbfgs(MEMORY, TRIALS, settings.run().seed(), parallel)
              .minimize(
                  objective,
                  from,
                  StopRule.afterIterations(steps),
                  (step, value, parameters) ->
                      progress.onStep(
                          new Step(name, (double) (before + step) / schedule.steps(), value)));
      if (result.reason() == StopReason.NOT_FINITE) {
        throw new LearningException(
            "the evidence lower bound is not a finite number; try a smaller variance");
      }
      return result.parameters();
    }

    private void stochastic(Range range, int steps) {
      EvidenceLowerBound bound = problem.bound(state.hyper());
      GradientRule rule = rule();
      if (state.stepSizes().length == 0) {
        state = state.withStepSizes(searchStepSizes(bound.withSamples(searchSamples())));
      }
      if (!state.memory().isEmpty()) {
        rule.restore(state.memory());
        rule.objectiveChanged(bound);
      }
      double[] reached =
          descent
              .run(bound, rule, within(range), state.parameters(), state.step(), steps)
              .parameters();
      state = state.withDescent(reached, state.step() + steps, rule.memory());
    }

    /** A tenth of the samples, because a search takes many times the steps of an epoch. */
    private int searchSamples() {
      return Math.max(MIN_SEARCH_SAMPLES, settings.estimation().samples() / 10);
    }

    private GradientRule rule() {
      return switch (settings.method()) {
        case SAGA -> new SagaGradient();
        case ADAM -> new AdamGradient();
        case SGD, BATCH -> new PlainGradient();
      };
    }

    private List<Range> ranges() {
      return List.of(
          layout.unaryMean(),
          layout.unaryCovariance(),
          layout.pairwiseMean(),
          layout.pairwiseCovariance());
    }

    /** The step sizes of the ranges that lie in a larger one. */
    private StepSizes within(Range range) {
      int[] inside =
          IntStream.range(0, ranges().size())
              .filter(
                  i -> ranges().get(i).from() >= range.from() && ranges().get(i).to() <= range.to())
              .toArray();
      return new StepSizes(
          Arrays.stream(inside).mapToObj(ranges()::get).toList(),
          Arrays.stream(inside).mapToDouble(i -> state.stepSizes()[i]).toArray());
    }

    /**
     * By Algorithm 1 of the supplement, in its order. Where no step size lowers the bound, because
     * a covariance is as good as the noise lets one see, the range takes the smallest of the
     * others' (the parameters are preconditioned to suit one step size).
     */
    private double[] searchStepSizes(MemberwiseObjective bound) {
      StepSizeSearch search =
          new StepSizeSearch(descent, bound, rule(), state.parameters(), settings.run().seed());
      double[] sizes = new double[ranges().size()];
      double smallest = FIRST_STEP;
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = search.search(ranges().get(i), FIRST_STEP).orElse(smallest);
        smallest = Math.min(smallest, sizes[i]);
      }
      return sizes;
    }
  }
}
