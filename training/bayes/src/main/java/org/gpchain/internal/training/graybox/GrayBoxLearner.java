package org.gpchain.internal.training.graybox;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.bound.EvidenceLowerBound;
import org.gpchain.internal.training.bound.HyperObjective;
import org.gpchain.internal.training.bound.JointEstimator;
import org.gpchain.internal.training.bound.ParameterLayout;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.descent.RestrictedObjective;
import org.gpchain.internal.training.descent.RestrictedObjective.Range;
import org.gpchain.internal.training.descent.SagaGradient;
import org.gpchain.internal.training.descent.StepSizeSearch;
import org.gpchain.internal.training.descent.StochasticDescent;
import org.gpchain.internal.training.descent.StochasticDescent.Steps;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Method;
import org.gpchain.internal.training.graybox.GrayBoxSettings.Schedule;
import org.gpchain.internal.training.optim.Lbfgs;
import org.gpchain.internal.training.optim.Lbfgs.Result;
import org.gpchain.internal.training.optim.Lbfgs.Result.StopReason;
import org.gpchain.internal.training.optim.Lbfgs.StopRule;
import org.gpchain.internal.training.optim.StochasticObjective;
import org.gpchain.training.LearningException;
import org.gpchain.training.Progress;
import org.gpchain.training.Progress.Step;

/**
 * The learner of the papers (Galliani et al. 2017). It maximizes the evidence lower bound of a
 * sparse or full Gaussian-process posterior for any sequence likelihood, over unary functions,
 * pairwise functions and hyper-parameters in turn. GP-VAR-B is the method {@link
 * GrayBoxSettings.Method#BATCH}, GP-VAR-S is {@link GrayBoxSettings.Method#SAGA}, and GP-VAR-P is
 * either with another likelihood.
 *
 * @param settings settings of the learner
 * @param progress receives the steps of L-BFGS, with the negative evidence lower bound
 * @param stages receives the current posterior after each phase. The supplier computes the
 *     posterior and must be called before {@code accept} returns.
 */
public record GrayBoxLearner(
    GrayBoxSettings settings, Progress progress, Consumer<Supplier<SparsePosterior>> stages) {
  /**
   * Maximum number of evaluations in a line search. The number is small, because the gradient of
   * the score-function estimator is not the gradient of the estimated value.
   */
  private static final int TRIALS = 6;

  /** Names of the phases of a round, for messages. */
  private static final List<String> PHASES = List.of("unary", "pairwise", "hyper-parameters");

  /** Minimum number of samples of a sentence in the search for step sizes. */
  private static final int MIN_SEARCH_SAMPLES = 20;

  /**
   * Largest factor by which a natural-gradient step changes a variance. Larger changes are not
   * reliable, because there are few samples.
   */
  private static final double MOST_CHANGE = 4;

  /**
   * Relative improvement of the bound in five steps below which a phase with held covariances
   * stops.
   */
  private static final double LEAST_GAIN = 1e-3;

  /** Gradient norm below which a phase with held covariances stops. */
  private static final double GRADIENT_TOLERANCE = 1e-5;

  /** Initial step size of a search. */
  private static final double FIRST_STEP = 0.02;

  /**
   * Learns a posterior.
   *
   * @param train the training sentences; not modified
   * @param kernel the kernel at the initial hyper-parameters
   * @param estimator estimator of the expected log-likelihood of a sentence's labels
   * @throws IllegalArgumentException if settings, data and likelihood do not fit each other
   * @throws JointEstimator.LikelihoodException if the likelihood returns a value that is not a
   *     finite number
   */
  public SparsePosterior learn(LabeledRows train, Kernel kernel, JointEstimator estimator) {
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      Run run = new Run(new GrayBoxProblem(settings, train, kernel, estimator, parallel), parallel);
      for (int round = 0; round < settings.schedule().rounds(); round++) {
        for (int phase = 0; phase < PHASES.size(); phase++) {
          run.phase(round, phase);
          stages.accept(run::posterior);
        }
      }
      return run.posterior();
    }
  }

  /** One run of the learner. */
  private final class Run {
    private final GrayBoxProblem problem;
    private final Parallel parallel;
    private final ParameterLayout layout;
    private final StochasticDescent descent;
    private final SagaGradient saga = new SagaGradient();
    private double[] parameters;
    private double[] hyper;

    /** Step sizes of SAGA, {@code [parameterCount]}; null before the search for them. */
    private double[] stepSizes;

    /** Number of SAGA steps so far. */
    private long steps;

    Run(GrayBoxProblem problem, Parallel parallel) {
      this.problem = problem;
      this.parallel = parallel;
      this.layout = problem.layout;
      this.parameters = problem.start();
      this.hyper = problem.firstHyper();
      this.descent =
          new StochasticDescent(
              settings.schedule().batchSize(),
              settings.schedule().freshNoise(),
              layout::covarianceIsWithinBounds,
              settings.run().seed());
    }

    SparsePosterior posterior() {
      return problem.bound(hyper).posterior(parameters);
    }

    /** Runs a phase of a round, both counted from 0. */
    void phase(int round, int phase) {
      int count = settings.schedule().steps().of(phase);
      if (count == 0) {
        return;
      }
      if (phase == 2) {
        HyperObjective objective = problem.hyperObjective(hyper, parameters);
        hyper = minimize(objective, hyper, count, round, phase);
        return;
      }

      Range range = phase == 0 ? layout.allUnary() : layout.allPairwise();
      switch (settings.method()) {
        case SAGA -> descend(range, count);
        case BATCH -> minimize(problem.bound(hyper), range, count, round, phase);
        case NATURAL -> {
          // The unary phase of this method includes the pairwise phase.
          if (phase == 0) {
            minimizeWithHeldCovariances(count, round, phase);
          }
        }
      }
    }

    private void minimizeWithHeldCovariances(int count, int round, int phase) {
      EvidenceLowerBound bound = problem.bound(hyper);
      Range range = layout.allUnary();
      if (settings.schedule().steps().pairwise() > 0) {
        range = new Range(0, parameters.length);
      }
      minimize(bound.holdingCovariances(parameters), range, count, round, phase);
      stepCovariances(bound);
    }

    /** Minimizes an objective over a range of the parameters by L-BFGS. */
    private void minimize(
        StochasticObjective objective, Range range, int count, int round, int phase) {
      RestrictedObjective part = new RestrictedObjective(objective, parameters, range);
      double[] from = Arrays.copyOfRange(parameters, range.from(), range.to());
      parameters = part.expand(minimize(part, from, count, round, phase));
    }

    /**
     * Makes a natural-gradient step on the variances {@code s²} of inducing values. With the
     * gradient γ of the negative bound with respect to {@code log s}, their precision becomes
     * {@code (1 + γ) / s²}, which would maximize the bound if the curvature of the likelihood
     * stayed the same.
     */
    private void stepCovariances(EvidenceLowerBound bound) {
      double[] gradient = new double[parameters.length];
      bound.valueAndGradient(parameters, settings.run().seed(), gradient);
      Range covariance = layout.unaryCovariance();
      for (int i = covariance.from(); i < covariance.to(); i++) {
        double ratio = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, 1 + gradient[i]));
        parameters[i] -= 0.5 * Math.log(ratio);
      }
    }

    /** Returns the minimum of an objective, found by at most {@code count} steps of L-BFGS. */
    private double[] minimize(
        StochasticObjective objective, double[] from, int count, int round, int phase) {
      StopRule stop = StopRule.afterIterations(count);
      if (settings.method() == Method.NATURAL) {
        stop = new StopRule(count, LEAST_GAIN, 5, GRADIENT_TOLERANCE);
      }

      String name = "round " + (1 + round) + ", " + PHASES.get(phase);
      Schedule schedule = settings.schedule();
      int before = schedule.stepsBefore(round, phase);
      double total = schedule.stepsBefore(schedule.rounds(), 0);
      Lbfgs lbfgs = new Lbfgs(Lbfgs.MEMORY, TRIALS, settings.run().seed(), parallel);
      Result result =
          lbfgs.minimize(
              objective,
              from,
              stop,
              (step, value, reached) -> report(name, (before + step) / total, value));
      if (result.reason() == StopReason.NOT_FINITE) {
        throw new LearningException(
            "the evidence lower bound is not a finite number; try a variance nearer to 1");
      }
      return result.parameters();
    }

    private void report(String phase, double done, double value) {
      progress.onStep(new Step(phase, done, 1 - done, value));
    }

    /** Makes SAGA steps on a range of parameters. */
    private void descend(Range range, int count) {
      EvidenceLowerBound bound = problem.bound(hyper);
      if (stepSizes == null) {
        // A tenth of the samples, because a search takes many times the steps of an epoch.
        int samples = Math.max(MIN_SEARCH_SAMPLES, settings.samples() / 10);
        stepSizes = searchStepSizes(bound.withSamples(samples));
      }

      saga.objectiveChanged(bound);
      double[] sizes = new double[stepSizes.length];
      System.arraycopy(stepSizes, range.from(), sizes, range.from(), range.size());
      Steps next = new Steps(steps, count);
      parameters = descent.run(bound, saga, sizes, parameters, next).parameters();
      steps += count;
    }

    /**
     * Returns step sizes by Algorithm 1 of the supplement, in its order. If no step size lowers the
     * bound, because a covariance is already as good as the noise allows, its range uses the
     * smallest step size of the others. (The parameters are preconditioned to suit one step size.)
     */
    private double[] searchStepSizes(EvidenceLowerBound bound) {
      StepSizeSearch search = new StepSizeSearch(descent, bound, parameters, settings.run().seed());
      List<Range> ranges =
          List.of(
              layout.unaryMean(),
              layout.unaryCovariance(),
              layout.pairwiseMean(),
              layout.pairwiseCovariance());

      double[] sizes = new double[parameters.length];
      double smallest = FIRST_STEP;
      for (Range range : ranges) {
        double size = search.search(range, FIRST_STEP).orElse(smallest);
        Arrays.fill(sizes, range.from(), range.to(), size);
        smallest = Math.min(smallest, size);
      }
      return sizes;
    }
  }
}
