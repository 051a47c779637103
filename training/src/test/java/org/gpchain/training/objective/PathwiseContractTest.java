package org.gpchain.training.objective;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.junit.jupiter.api.Nested;

/** The pathwise estimator is held to its contract, whatever the likelihood. */
class PathwiseContractTest {
  @Nested
  class OfTheLinearChain implements FixedSamplesContract {
    @Override
    public Pathwise estimator(int labelCount) {
      return new Pathwise(new LinearChain(labelCount));
    }
  }

  @Nested
  class OfAGaussian implements FixedSamplesContract {
    @Override
    public Pathwise estimator(int labelCount) {
      return new Pathwise(new GaussianLikelihood(labelCount, new Draws(labelCount)));
    }
  }
}
