package org.gpchain.training.hmm;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;

/** How a hidden Markov model is learned. */
public enum HmmMethod {
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
   * The same with a hierarchical Dirichlet process as the prior of the transitions: all rows share
   * one learned vector of means.
   */
  SCVI_HDP;

  /** Below this ψ is so small that a weight would vanish. */
  private static final double SMALLEST = 0.005;

  /**
   * What becomes of pseudo-counts in the local step: a weight is g(count) / g(sum of counts). For
   * SVI, g = exp ∘ ψ; for the others the identity.
   */
  DoubleUnaryOperator weight() {
    return this == SVI
        ? count -> Math.exp(Digamma.value(Math.max(SMALLEST, count)))
        : DoubleUnaryOperator.identity();
  }
}
