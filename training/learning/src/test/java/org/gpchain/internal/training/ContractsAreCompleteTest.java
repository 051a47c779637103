package org.gpchain.internal.training;

import static org.gpchain.core.Contracts.assertComplete;

import org.gpchain.internal.training.optim.StochasticObjective;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Every implementation of the engine's interfaces is held to their contracts. */
class ContractsAreCompleteTest {
  @Test
  void everyObjectiveHasItsContract() {
    assertComplete(StochasticObjective.class, StochasticObjectiveContract.class, "objective");
  }
}
