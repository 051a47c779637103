package org.gpchain.internal.core.chain;

import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;
import org.gpchain.core.likelihood.MarginalInferenceContract;
import org.gpchain.core.likelihood.NormalizedLikelihoodContract;

/** Runs the contract tests of all interfaces that {@link LinearChain} implements. */
class LinearChainContractTest
    implements DifferentiableLikelihoodContract,
        NormalizedLikelihoodContract,
        MarginalInferenceContract {
  @Override
  public LinearChain likelihood(int labelCount) {
    return new LinearChain(labelCount);
  }

  @Override
  public LinearChain inference(int labelCount) {
    return new LinearChain(labelCount);
  }
}
