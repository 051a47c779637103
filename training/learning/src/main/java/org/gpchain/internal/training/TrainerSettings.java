package org.gpchain.internal.training;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.gp.inducing.InducingProjection;

/**
 * The settings of a trainer. What a model learns, and from which features, is defined by the {@link
 * org.gpchain.internal.training.data.Task} of its training data.
 *
 * @param prior prior variances, and how they are learned
 * @param optimization limits of the optimization of the means
 * @param covariance settings of the posterior covariance
 * @param calibrationFolds number of folds on which probabilities are calibrated; 0 for no
 *     calibration
 * @param corpora number of the corpus of each sentence that has a token, from 0, if probabilities
 *     are to be calibrated for text of other kinds by holding out whole corpora; otherwise empty
 * @param run number of threads, and seed
 */
public record TrainerSettings(
    PriorSettings prior,
    Optimization optimization,
    Covariance covariance,
    int calibrationFolds,
    List<Integer> corpora,
    Run run) {
  /** Default settings of decoupled posteriors. */
  public static final TrainerSettings DEFAULT =
      new TrainerSettings(
          new PriorSettings(1, 1, KernelLearning.DEFAULT),
          new Optimization(100, 2e-3),
          new Covariance(0, 4, 2),
          5,
          List.of(),
          new Run(Runtime.getRuntime().availableProcessors(), 1));

  /** Creates settings; copies the list. */
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
   * @param variance initial prior variance σ² of the weights of every feature group
   * @param transitionVariance initial prior variance σ_b² of the transition scores
   * @param learning settings of kernel learning, which learns a variance for each feature group and
   *     one for the transitions
   */
  public record PriorSettings(double variance, double transitionVariance, KernelLearning learning) {
    /** Creates settings; checks that the variances are between 1e-29 and 1e29. */
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

    /** Returns a copy of these settings with other initial variances. */
    public PriorSettings withVariances(double groups, double transitions) {
      return new PriorSettings(groups, transitions, learning);
    }

    /** Returns a copy of these settings with another number of rounds of kernel learning. */
    public PriorSettings withRounds(int rounds) {
      return new PriorSettings(
          variance, transitionVariance, learning.with(rounds, learning.tokens));
    }

    /** Returns the prior with the initial variances. */
    public Prior given(int groupCount, boolean hasTransitions) {
      return Prior.of(groupCount, variance, hasTransitions ? transitionVariance : 0);
    }
  }

  /**
   * Settings of kernel learning. The learned variances maximize the marginal probabilities of the
   * labels of held-out tokens, so that marginal probabilities are calibrated.
   *
   * @param rounds maximum number of steps of the variances; 0 to keep the initial variances
   * @param folds number of folds
   * @param tokens maximum number of training tokens of a round; to stay below it, fewer folds of a
   *     large corpus are held out, but at least one, and only every k-th sentence of a very large
   *     corpus is used
   * @param limits limits of the work of a round
   * @param hyperprior prior on the variances
   */
  public record KernelLearning(
      int rounds, int folds, int tokens, RoundLimits limits, Hyperprior hyperprior) {
    private static final KernelLearning DEFAULT =
        new KernelLearning(5, 5, 100_000, new RoundLimits(10, 8), new Hyperprior(5, 0.5, 3));

    /** Creates settings; checks their ranges. */
    public KernelLearning {
      Checks.atLeast("kernelRounds", rounds, 0);
      Checks.atLeast("folds", folds, 2);
      Checks.atLeast("tokens", tokens, 1);
    }

    /**
     * Returns whether variances are learned from a corpus: kernel learning is switched on, and the
     * corpus has at least one sentence for each fold.
     */
    public boolean isDone(int sentences) {
      return rounds > 0 && sentences >= folds;
    }

    /**
     * Returns the settings for continuing from learned variances. The diagonal evidence is not
     * used, so that the prior is centered at the ratios of the learned variances.
     *
     * @param maxRounds maximum number of additional rounds
     */
    public KernelLearning continued(int maxRounds) {
      Hyperprior centered = new Hyperprior(0, hyperprior.groupSpread, hyperprior.transitionSpread);
      return new KernelLearning(Math.min(rounds, maxRounds), folds, tokens, limits, centered);
    }

    /** Returns a copy of these settings with other limits of rounds and tokens. */
    public KernelLearning with(int otherRounds, int otherTokens) {
      return new KernelLearning(otherRounds, folds, otherTokens, limits, hyperprior);
    }
  }

  /**
   * Limits of the work of a round of kernel learning.
   *
   * @param passes maximum number of passes of stochastic gradients in a round, which start at the
   *     result of the last round
   * @param adjointSteps maximum number of conjugate-gradient steps in each round after the first
   */
  public record RoundLimits(int passes, int adjointSteps) {
    /** Creates limits; checks their ranges. */
    public RoundLimits {
      Checks.atLeast("passes", passes, 1);
      Checks.atLeast("adjointSteps", adjointSteps, 1);
    }
  }

  /**
   * The normal prior on the log variances.
   *
   * @param evidenceRounds number of rounds of the diagonal evidence, which estimates the ratios of
   *     the variances before folds are held out; 0 to start with equal variances
   * @param groupSpread standard deviation of a group's log variance. The mean is the estimate of
   *     the evidence plus a constant that all groups share. A smaller value shrinks the log
   *     variances more strongly toward the mean.
   * @param transitionSpread standard deviation of the transitions' log variance around 0
   */
  public record Hyperprior(int evidenceRounds, double groupSpread, double transitionSpread) {
    /** Creates a prior; checks the ranges of its parameters. */
    public Hyperprior {
      Checks.atLeast("evidenceRounds", evidenceRounds, 0);
      Checks.positive("spread", groupSpread);
      Checks.positive("transition spread", transitionSpread);
    }
  }

  /**
   * Settings of the optimization of the means.
   *
   * @param iterations maximum number of passes of stochastic average gradients; see {@link
   *     #laterIterations} for mean steps after a covariance step
   * @param pruning minimum magnitude of a weight in a model without covariance; smaller weights are
   *     removed
   */
  public record Optimization(int iterations, double pruning) {
    /** Creates settings; checks their ranges. */
    public Optimization {
      Checks.atLeast("iterations", iterations, 1);
      Checks.notNegative("pruning", pruning);
    }

    /** Returns a copy of these settings with another maximum number of passes. */
    public Optimization withIterations(int value) {
      return new Optimization(value, pruning);
    }

    /** Returns a copy of these settings with another pruning threshold. */
    public Optimization withPruning(double value) {
      return new Optimization(iterations, value);
    }

    /**
     * Returns the maximum number of L-BFGS steps in a mean step after a covariance step. Such a
     * step starts close to its optimum, so that a fifth of the iterations is enough.
     */
    public int laterIterations() {
      return Math.max(1, iterations / 5);
    }
  }

  /**
   * Settings of the posterior covariance.
   *
   * @param inducing number of inducing points M, at most {@link InducingProjection#MAX_POINTS};
   *     with 0, a decoupled posterior has no covariance, and a sparse posterior uses all tokens as
   *     inducing points
   * @param samples number S of Monte Carlo samples for the expected log likelihood of a sentence
   * @param rounds number of outer rounds that update covariance and mean in turn
   */
  public record Covariance(int inducing, int samples, int rounds) {
    /** Creates settings; checks their ranges. */
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
   * Settings of a run of the trainer.
   *
   * @param threads number of threads; the model does not depend on it
   * @param seed seed of all random numbers
   */
  public record Run(int threads, long seed) {
    /** Creates settings; checks the number of threads. */
    public Run {
      Checks.atLeast("threads", threads, 1);
    }
  }

  /** Returns a copy of these settings with another prior. */
  public TrainerSettings with(PriorSettings other) {
    return new TrainerSettings(other, optimization, covariance, calibrationFolds, corpora, run);
  }

  /** Returns a copy of these settings with other settings of the optimization. */
  public TrainerSettings with(Optimization other) {
    return new TrainerSettings(prior, other, covariance, calibrationFolds, corpora, run);
  }

  /** Returns a copy of these settings with other settings of the covariance. */
  public TrainerSettings with(Covariance other) {
    return new TrainerSettings(prior, optimization, other, calibrationFolds, corpora, run);
  }

  /** Returns a copy of these settings with another number of calibration folds. */
  public TrainerSettings withCalibrationFolds(int folds) {
    return new TrainerSettings(prior, optimization, covariance, folds, corpora, run);
  }

  /**
   * Returns a copy of these settings for a calibration that holds out whole corpora.
   *
   * @param corpusOfSentence number of the corpus of each sentence that has a token, from 0
   */
  public TrainerSettings holdingOut(List<Integer> corpusOfSentence) {
    return new TrainerSettings(
        prior, optimization, covariance, calibrationFolds, corpusOfSentence, run);
  }

  /** Returns a copy of these settings with other settings of the run. */
  public TrainerSettings with(Run other) {
    return new TrainerSettings(prior, optimization, covariance, calibrationFolds, corpora, other);
  }

  /** Returns the settings that can influence a posterior, by name, for the model's provenance. */
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
