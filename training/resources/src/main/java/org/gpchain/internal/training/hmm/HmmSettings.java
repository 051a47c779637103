package org.gpchain.internal.training.hmm;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.gpchain.internal.core.math.Checks;

/**
 * Settings for learning a hidden Markov model.
 *
 * @param method of inference
 * @param states number of states K; the truncation of the Dirichlet process
 * @param transitionPrior pseudo-count α of each transition; with the Dirichlet process, its first
 *     value
 * @param emissionPrior pseudo-count η of each word in each state
 * @param batch sentences between two updates of the counts; with EM all of them
 * @param largeBatch sentences between two updates of the Dirichlet process
 * @param delay τ of the step size (τ + i)<sup>−κ</sup>, not negative
 * @param forgetting κ of the step size, in (0.5, 1]; 0 for steps of one, which with all sentences
 *     in a batch is batch inference
 * @param passes over all sentences
 * @param seed of the start and of the order of the sentences
 * @param threads to work with; they do not change the result
 */
public record HmmSettings(
    Method method,
    int states,
    double transitionPrior,
    double emissionPrior,
    int batch,
    int largeBatch,
    double delay,
    double forgetting,
    int passes,
    long seed,
    int threads) {
  public HmmSettings {
    Checks.atLeast("states", states, 1);
    if (states > 256) {
      throw new IllegalArgumentException("there are at most 256 states, were to be " + states);
    }
    Checks.positive("transitionPrior", transitionPrior);
    Checks.positive("emissionPrior", emissionPrior);
    Checks.atLeast("batch", batch, 1);
    Checks.atLeast("largeBatch", largeBatch, 1);
    Checks.notNegative("delay", delay);
    if (!(forgetting == 0 || (forgetting > 0.5 && forgetting <= 1))) {
      throw new IllegalArgumentException("forgetting must be in (0.5, 1], or 0, was " + forgetting);
    }
    Checks.atLeast("passes", passes, 1);
    Checks.atLeast("threads", threads, 1);
  }

  /** With defaults that learn a good model of a few million words in some minutes. */
  public static HmmSettings of(Method method, int states, int passes, long seed, int threads) {
    return new HmmSettings(method, states, 0.1, 0.01, 500, 5_000, 1, 0.6, passes, seed, threads);
  }

  /** The size of the i-th step, from 1 on (Robbins and Monro 1951). */
  double step(long i) {
    return method == Method.EM ? 1 : Math.pow(delay + i, -forgetting);
  }

  int batchOf(EncodedText sentences) {
    return method == Method.EM
        ? Math.toIntExact(Math.min(Integer.MAX_VALUE, sentences.sentenceCount()))
        : batch;
  }

  public HmmSettings withThreads(int number) {
    return new HmmSettings(
        method,
        states,
        transitionPrior,
        emissionPrior,
        batch,
        largeBatch,
        delay,
        forgetting,
        passes,
        seed,
        number);
  }

  /** Methods of learning a hidden Markov model. */
  public enum Method {
    /** Maximum likelihood by expectation maximisation, all sentences at a time (Baum 1966). */
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
     * The same with a hierarchical Dirichlet process as the prior of the transitions: all rows
     * share one learned vector of means.
     */
    SCVI_HDP;

    /** Below this ψ is so small that a weight would vanish. */
    private static final double SMALLEST = 0.005;

    /**
     * The function of pseudo-counts in the local step: a weight is g(count) / g(sum of counts). For
     * SVI, g = exp ∘ ψ; for the others the identity.
     */
    DoubleUnaryOperator weight() {
      return this == SVI
          ? count -> Math.exp(Digamma.value(Math.max(SMALLEST, count)))
          : DoubleUnaryOperator.identity();
    }
  }
}
