package org.gpchain.internal.training.hmm;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.gpchain.internal.core.math.Checks;

/**
 * Settings for learning a hidden Markov model.
 *
 * @param method method of inference
 * @param states number of states K; the truncation of the Dirichlet process
 * @param priors pseudo-counts of transitions and words
 * @param steps batch sizes and step sizes
 * @param passes maximum number of passes over all sentences
 * @param seed seed of the start and of the order of the sentences
 * @param threads number of threads; the result does not depend on it
 */
public record HmmSettings(
    Method method,
    int states,
    Priors priors,
    StepSchedule steps,
    int passes,
    long seed,
    int threads) {
  /** Maximum number of states: a state is stored in a byte. */
  private static final int MAX_STATES = 256;

  private static final Priors DEFAULT_PRIORS = new Priors(0.1, 0.01);
  private static final StepSchedule DEFAULT_STEPS = new StepSchedule(500, 5_000, 1, 0.6);

  /** Checks the settings. */
  public HmmSettings {
    Checks.atLeast("states", states, 1);
    if (states > MAX_STATES) {
      throw new IllegalArgumentException(
          "there are at most " + MAX_STATES + " states, were to be " + states);
    }
    Checks.atLeast("passes", passes, 1);
    Checks.atLeast("threads", threads, 1);
  }

  /**
   * Pseudo-counts of the Dirichlet priors.
   *
   * @param transition pseudo-count α of each transition; with the Dirichlet process, its first
   *     value
   * @param emission pseudo-count η of each word in each state
   */
  public record Priors(double transition, double emission) {
    /** Checks that both are positive. */
    public Priors {
      Checks.positive("transitionPrior", transition);
      Checks.positive("emissionPrior", emission);
    }
  }

  /**
   * Batch sizes, and the step size (τ + i)<sup>−κ</sup> of the i-th update.
   *
   * @param batch number of sentences between two updates of the counts; EM ignores it and uses all
   *     sentences
   * @param largeBatch number of sentences between two updates of the Dirichlet process
   * @param delay τ of the step size, not negative
   * @param forgetting κ of the step size, in (0.5, 1]; 0 for steps of one, which with all sentences
   *     in a batch is batch inference
   */
  public record StepSchedule(int batch, int largeBatch, double delay, double forgetting) {
    /** Checks the ranges. */
    public StepSchedule {
      Checks.atLeast("batch", batch, 1);
      Checks.atLeast("largeBatch", largeBatch, 1);
      Checks.notNegative("delay", delay);
      if (!(forgetting == 0 || (forgetting > 0.5 && forgetting <= 1))) {
        throw new IllegalArgumentException(
            "forgetting must be in (0.5, 1], or 0, was " + forgetting);
      }
    }
  }

  /** Returns settings with defaults that learn a good model of a few million words in minutes. */
  public static HmmSettings of(Method method, int states, int passes, long seed, int threads) {
    return new HmmSettings(method, states, DEFAULT_PRIORS, DEFAULT_STEPS, passes, seed, threads);
  }

  /** Returns the size of the i-th step, from 1 on (Robbins and Monro 1951). */
  double step(long i) {
    if (method == Method.EM) {
      return 1;
    }
    return Math.pow(steps.delay() + i, -steps.forgetting());
  }

  /** Returns the number of sentences between two updates of the counts. */
  int batchOf(EncodedText sentences) {
    if (method == Method.EM) {
      return (int) Math.min(Integer.MAX_VALUE, sentences.sentenceCount());
    }
    return steps.batch();
  }

  /** Returns these settings with another number of threads. */
  public HmmSettings withThreads(int number) {
    return new HmmSettings(method, states, priors, steps, passes, seed, number);
  }

  /** Returns all settings in one flat list; word resources and checkpoints store this text. */
  @Override
  public String toString() {
    return "HmmSettings[method="
        + method
        + ", states="
        + states
        + ", transitionPrior="
        + priors.transition()
        + ", emissionPrior="
        + priors.emission()
        + ", batch="
        + steps.batch()
        + ", largeBatch="
        + steps.largeBatch()
        + ", delay="
        + steps.delay()
        + ", forgetting="
        + steps.forgetting()
        + ", passes="
        + passes
        + ", seed="
        + seed
        + ", threads="
        + threads
        + "]";
  }

  /** Methods of learning a hidden Markov model. */
  public enum Method {
    /** Maximum likelihood by expectation maximization, all sentences at a time (Baum 1966). */
    EM,

    /**
     * Stochastic variational inference (Hoffman et al. 2013, Foti et al. 2014): the local step uses
     * the geometric means of the parameters, exp(E[log θ]) = exp(ψ(λ) − ψ(λ·)).
     */
    SVI,

    /**
     * Stochastic collapsed variational inference (Wang and Blunsom 2015): the parameters are
     * integrated out, which to zeroth order leaves their arithmetic means for the local step.
     */
    SCVI,

    /**
     * SCVI with a hierarchical Dirichlet process as the prior of the transitions, so that all rows
     * share a learned vector of means.
     */
    SCVI_HDP;

    /** Minimum pseudo-count in the local step of SVI; exp(ψ) of smaller counts would vanish. */
    private static final double SMALLEST = 0.005;

    /**
     * Returns the function g of pseudo-counts in the local step, whose weights are g(count) / g(sum
     * of counts): exp ∘ ψ for SVI, and the identity for the other methods.
     */
    DoubleUnaryOperator weight() {
      if (this == SVI) {
        return count -> Math.exp(Digamma.value(Math.max(SMALLEST, count)));
      }
      return DoubleUnaryOperator.identity();
    }
  }
}
