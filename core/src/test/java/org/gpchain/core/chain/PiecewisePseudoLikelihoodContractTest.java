package org.gpchain.core.chain;

import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;

/** The pseudo-likelihood is held to every contract of its interface. */
class PiecewisePseudoLikelihoodContractTest implements DifferentiableLikelihoodContract {
  @Override
  public PiecewisePseudoLikelihood likelihood(int labelCount) {
    return new PiecewisePseudoLikelihood(labelCount);
  }
}
