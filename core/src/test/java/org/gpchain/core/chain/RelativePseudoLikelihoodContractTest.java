package org.gpchain.core.chain;

import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;

/** With frequencies of labels, too, the pseudo-likelihood is held to every contract. */
class RelativePseudoLikelihoodContractTest implements DifferentiableLikelihoodContract {
  @Override
  public PiecewisePseudoLikelihood likelihood(int labelCount) {
    return PiecewisePseudoLikelihood.relativeTo(new Draws(1).normals(labelCount, 2));
  }
}
