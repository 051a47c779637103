package org.gpchain.core.chain;

import org.gpchain.core.likelihood.DifferentiableLikelihoodContract;
import org.gpchain.core.likelihood.MarginalInferenceContract;

/** The linear chain is held to every contract of its interfaces. */
class LinearChainContractTest
    implements DifferentiableLikelihoodContract, MarginalInferenceContract {
  @Override
  public LinearChain likelihood(int labelCount) {
    return new LinearChain(labelCount);
  }

  @Override
  public LinearChain inference(int labelCount) {
    return new LinearChain(labelCount);
  }
}
