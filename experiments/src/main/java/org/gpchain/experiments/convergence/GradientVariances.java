package org.gpchain.experiments.convergence;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Parallel;
import org.gpchain.core.math.Seeds;
import org.gpchain.core.posterior.SparsePosterior;
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
import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.Pathwise;
import org.gpchain.training.objective.ScoreFunction;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;

/**
 * The variance of a gradient estimator at a state of the gray-box learner of a linear chain.
 *
 * @param latent of a sentence's gradient with respect to its latent Gaussian (under the first
 *     component of a mixture), averaged over sentences
 * @param parameters of the bound's gradient, estimated from the same sentences as one batch
 */
record GradientVariances(EstimatorVariance latent, EstimatorVariance parameters) {
  /** Samples of the steps that lead away from the start. */
  private static final int STEP_SAMPLES = 8;

  /** Estimators that are compared. */
  enum Compared {
    /** The score function without control variate. */
    NONE(ControlVariate.NONE, false),
    /** The score function with the papers' control variate. */
    SPLIT(ControlVariate.SPLIT, false),
    /** The score function with a control variate that leaves no sample unused. */
    LEAVE_ONE_OUT(ControlVariate.LEAVE_ONE_OUT, false),
    /** The score function with the papers' control variate and samples in antithetic pairs. */
    ANTITHETIC_SPLIT(ControlVariate.SPLIT, true),
    /** Gradients of the likelihood. */
    PATHWISE(null, false);

    private final ControlVariate controlVariate;
    private final boolean antithetic;

    Compared(ControlVariate controlVariate, boolean antithetic) {
      this.controlVariate = controlVariate;
      this.antithetic = antithetic;
    }

    private JointEstimator of(DifferentiableLikelihood chain) {
      return this == PATHWISE
          ? new Pathwise(chain)
          : new ScoreFunction(chain, controlVariate, antithetic);
    }
  }

  /**
   * How to measure.
   *
   * @param samples Monte-Carlo samples S of each estimate; at least four
   * @param sentences the first ones of the training sentences, or all if there are fewer
   * @param replicates number of estimates of each gradient; at least two
   */
  record Sampling(int samples, int sentences, int replicates) {
    /** Checks the numbers. */
    Sampling {
      Checks.atLeast("samples", samples, 4);
      Checks.atLeast("sentences", sentences, 1);
      Checks.atLeast("replicates", replicates, 2);
    }
  }

  /**
   * Measures each estimator.
   *
   * @param train the training sentences; not modified
   * @param groupOfFeature the feature group of each column, {@code [D]}; not modified
   * @param chain the likelihood
   * @param settings posterior, variances, threads and seed; the rest is not looked at
   * @param steps of L-BFGS on the unary functions, and then on the pairwise ones, that lead there;
   *     0 for the learner's start
   * @param sampling how to measure
   * @throws IllegalArgumentException if settings and data do not go together
   */
  static Map<Compared, GradientVariances> measure(
      LabeledRows train,
      int[] groupOfFeature,
      DifferentiableLikelihood chain,
      GrayBoxSettings settings,
      int steps,
      Sampling sampling) {
    Checks.atLeast("steps", steps, 0);
    GrayBoxSettings batch = batch(settings, Math.max(1, steps));
    GrayBoxState[] last = new GrayBoxState[1];
    if (steps > 0) {
      new GrayBoxLearner(batch, Progress.NONE, state -> last[0] = state)
          .learn(train, groupOfFeature, chain);
    }
    try (Parallel parallel = new Parallel(settings.run().threads())) {
      GrayBoxProblem problem =
          new GrayBoxProblem(batch, train, batch.linearKernel(groupOfFeature), chain, parallel);
      GrayBoxState state = steps > 0 ? last[0] : problem.start();
      EvidenceLowerBound bound = problem.bound(state.hyper());
      Map<Compared, GradientVariances> measured = new EnumMap<>(Compared.class);
      for (Compared compared : Compared.values()) {
        JointEstimator estimator = compared.of(chain);
        measured.put(
            compared,
            new GradientVariances(
                latent(
                    estimator,
                    bound.posterior(state.parameters()),
                    train,
                    sampling,
                    settings.run().seed(),
                    parallel),
                EstimatorVariance.ofParameters(
                    bound.withEstimator(estimator, sampling.samples()),
                    state.parameters(),
                    IntStream.range(0, sentences(train, sampling)).toArray(),
                    sampling.replicates(),
                    settings.run().seed())));
      }
      return measured;
    }
  }

  private static GrayBoxSettings batch(GrayBoxSettings settings, int steps) {
    return new GrayBoxSettings(
        settings.posterior(),
        settings.prior(),
        new Estimation(Estimator.PATHWISE, STEP_SAMPLES, ControlVariate.NONE, false),
        Method.BATCH,
        new Schedule(1, steps, steps, 0, 1, false),
        Stopping.NEVER,
        settings.run());
  }

  private static int sentences(LabeledRows train, Sampling sampling) {
    return Math.min(sampling.sentences(), train.sentenceCount());
  }

  private static EstimatorVariance latent(
      JointEstimator estimator,
      SparsePosterior posterior,
      LabeledRows train,
      Sampling sampling,
      long seed,
      Parallel parallel) {
    EstimatorVariance[] each = new EstimatorVariance[sentences(train, sampling)];
    parallel.loop(
        each.length,
        1,
        (worker, from, to) -> {
          for (int n = from; n < to; n++) {
            each[n] =
                EstimatorVariance.measure(
                    estimator,
                    posterior.latent(
                        0, train.rows(), train.sentenceStart()[n], train.length(n), true),
                    train.labelsOf(n),
                    sampling.samples(),
                    sampling.replicates(),
                    Seeds.mix(seed, n));
          }
        });
    return new EstimatorVariance(
        mean(each, EstimatorVariance::unaryMean),
        mean(each, EstimatorVariance::unaryCovariance),
        mean(each, EstimatorVariance::pairwiseMean),
        mean(each, EstimatorVariance::pairwiseCovariance));
  }

  private static double mean(
      EstimatorVariance[] each, ToDoubleFunction<EstimatorVariance> variance) {
    return Arrays.stream(each).mapToDouble(variance).average().orElseThrow();
  }
}
