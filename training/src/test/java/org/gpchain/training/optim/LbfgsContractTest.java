package org.gpchain.training.optim;

import org.gpchain.core.math.Parallel;

/** L-BFGS is held to the contract of optimisers. */
class LbfgsContractTest implements OptimizerContract {
  @Override
  public Lbfgs optimizer(Parallel parallel) {
    return new Lbfgs(6, 1, parallel);
  }
}
