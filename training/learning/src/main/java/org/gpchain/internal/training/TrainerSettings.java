package org.gpchain.internal.training;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.inducing.InducingProjection;

/**
 * How a model is learned; what, and from which features, is in the {@link
 * org.gpchain.internal.training.data.Task} of its data.
 *
 * @param calibrationFolds folds of the corpus in which models are compared with the gold labels and
 *     segments, for calibrated probabilities; 0 for no calibration
 * @param corpora for probabilities in text of other kinds, the corpus that each sentence with a
 *     token belongs to, from 0: whole corpora are held out then; otherwise empty
 */
public record TrainerSettings(
    PriorSettings prior,
    Optimization optimization,
    Covariance covariance,
    int calibrationFolds,
    List<Integer> corpora,
    Run run) {
  public static final TrainerSettings DEFAULT =
      new TrainerSettings(
          new PriorSettings(1, 1, new KernelLearning(5, 5, 100_000, 5, 10, 8, 0.5, 3)),
          new Optimization(100, 2e-3),
          new Covariance(0, 4, 2),
          5,
          List.of(),
          new Run(Runtime.getRuntime().availableProcessors(), 1));

  public TrainerSettings {
    Checks.atLeast("calibrationFolds", calibrationFolds, 0);
    if (calibrationFolds == 1) {
      throw new IllegalArgumentException("one fold leaves nothing to train on: 0 or at least 2");
    }
    corpora = List.copyOf(corpora);
  }

  /**
   * The prior before learning, and how its variances are learned.
   *
   * @param variance prior variance σ² of the weights of every feature group
   * @param transitionVariance prior variance σ_b² of transition scores
   * @param learning how a variance for each feature group and one for the transitions are learned,
   *     beginning at those given
   */
  public record PriorSettings(double variance, double transitionVariance, KernelLearning learning) {
    public PriorSettings {
      checkVariance("variance", variance);
      checkVariance("transition variance", transitionVariance);
    }

    private static void checkVariance(String name, double value) {
      Checks.positive(name, value);
      if (!(value >= 1e-29 && value <= 1e29)) {
        throw new IllegalArgumentException(name + " must be between 1e-29 and 1e29, was " + value);
      }
    }

    public PriorSettings withVariances(double groups, double transitions) {
      return new PriorSettings(groups, transitions, learning);
    }

    /** These settings with another number of rounds of kernel learning; 0 for none. */
    public PriorSettings withRounds(int rounds) {
      return new PriorSettings(
          variance, transitionVariance, learning.with(rounds, learning.tokens));
    }

    public Prior given(int groupCount, boolean hasTransitions) {
      return Prior.of(groupCount, variance, hasTransitions ? transitionVariance : 0);
    }
  }

  /**
   * How prior variances are learned: those under which each token's label by itself is the
   * likeliest in held-out sentences, so that marginal probabilities are calibrated.
   *
   * @param rounds maximum number of steps of the variances; 0 to keep the given ones
   * @param folds number of folds
   * @param tokens of training sentences that a round may go through: of a large corpus only some of
   *     the folds are held out, one at least, and of a larger one only every k-th sentence is used
   * @param evidenceRounds rounds of the diagonal evidence, which estimates the proportions of the
   *     variances before anything is held out; 0: all groups are taken to be equal
   * @param passes of stochastic gradients in a round, from where the last round ended
   * @param adjointSteps maximum number of conjugate-gradient steps in a round after the first
   * @param spread standard deviation of the prior on the groups' log variances around those of the
   *     evidence times a common factor: the smaller, the more they are shrunk towards these
   * @param transitionSpread standard deviation of the prior on the transitions' log variance around
   *     0
   */
  public record KernelLearning(
      int rounds,
      int folds,
      int tokens,
      int evidenceRounds,
      int passes,
      int adjointSteps,
      double spread,
      double transitionSpread) {
    public KernelLearning {
      Checks.atLeast("kernelRounds", rounds, 0);
      Checks.atLeast("folds", folds, 2);
      Checks.atLeast("tokens", tokens, 1);
      Checks.atLeast("evidenceRounds", evidenceRounds, 0);
      Checks.atLeast("passes", passes, 1);
      Checks.atLeast("adjointSteps", adjointSteps, 1);
      Checks.positive("spread", spread);
      Checks.positive("transition spread", transitionSpread);
    }

    /** Whether this many sentences are enough to learn variances: at least one for each fold. */
    public boolean isDone(int sentences) {
      return rounds > 0 && sentences >= folds;
    }

    /** Learning that goes on from learned variances, whose proportions are kept in mind. */
    public KernelLearning continued(int most) {
      return new KernelLearning(
          Math.min(rounds, most), folds, tokens, 0, passes, adjointSteps, spread, transitionSpread);
    }

    public KernelLearning with(int otherRounds, int otherTokens) {
      return new KernelLearning(
          otherRounds,
          folds,
          otherTokens,
          evidenceRounds,
          passes,
          adjointSteps,
          spread,
          transitionSpread);
    }
  }

  /**
   * How means are optimized.
   *
   * @param iterations maximum number of passes of stochastic average gradients; a mean step after a
   *     covariance step, which begins near its end, takes at most a fifth of it as steps of L-BFGS
   * @param pruning weights closer to zero than this are left out of a model without covariance
   */
  public record Optimization(int iterations, double pruning) {
    public Optimization {
      Checks.atLeast("iterations", iterations, 1);
      Checks.notNegative("pruning", pruning);
    }

    public Optimization withIterations(int value) {
      return new Optimization(value, pruning);
    }

    public Optimization withPruning(double value) {
      return new Optimization(iterations, value);
    }

    /** Returns the maximum number of L-BFGS steps in a mean step after the first one. */
    public int laterIterations() {
      return Math.max(1, iterations / 5);
    }
  }

  /**
   * The posterior covariance.
   *
   * @param inducing number of inducing points M, at most {@link InducingProjection#MAX_POINTS}; 0
   *     for a mean without covariance, or for all tokens in a sparse posterior, which has no other
   *     mean
   * @param samples Monte-Carlo samples S of the expected log-likelihood of a sentence
   * @param rounds outer rounds of learning covariance and mean
   */
  public record Covariance(int inducing, int samples, int rounds) {
    public Covariance {
      Checks.atLeast("inducing", inducing, 0);
      if (inducing > 0) {
        InducingProjection.checkSize(inducing);
      }
      Checks.atLeast("samples", samples, 1);
      Checks.atLeast("rounds", rounds, 1);
    }
  }

  /**
   * How the trainer runs.
   *
   * @param threads number of threads; the model does not depend on it
   * @param seed of all randomness
   */
  public record Run(int threads, long seed) {
    public Run {
      Checks.atLeast("threads", threads, 1);
    }
  }

  public TrainerSettings with(PriorSettings other) {
    return new TrainerSettings(other, optimization, covariance, calibrationFolds, corpora, run);
  }

  public TrainerSettings with(Optimization other) {
    return new TrainerSettings(prior, other, covariance, calibrationFolds, corpora, run);
  }

  public TrainerSettings with(Covariance other) {
    return new TrainerSettings(prior, optimization, other, calibrationFolds, corpora, run);
  }

  public TrainerSettings withCalibrationFolds(int folds) {
    return new TrainerSettings(prior, optimization, covariance, folds, corpora, run);
  }

  public TrainerSettings holdingOut(List<Integer> others) {
    return new TrainerSettings(prior, optimization, covariance, calibrationFolds, others, run);
  }

  public TrainerSettings with(Run other) {
    return new TrainerSettings(prior, optimization, covariance, calibrationFolds, corpora, other);
  }

  /** The settings that can influence a posterior, by name, for the model's provenance. */
  public Map<String, String> asProvenance() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("variance", Double.toString(prior.variance));
    settings.put("pairwiseVariance", Double.toString(prior.transitionVariance));
    settings.put("kernelRounds", Integer.toString(prior.learning.rounds));
    settings.put("inducing", Integer.toString(covariance.inducing));
    settings.put("samples", Integer.toString(covariance.samples));
    settings.put("rounds", Integer.toString(covariance.rounds));
    settings.put("iterations", Integer.toString(optimization.iterations));
    return settings;
  }
}
