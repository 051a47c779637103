package org.gpchain.internal.training;

import static org.gpchain.core.Contracts.assertComplete;

import org.gpchain.internal.training.optim.StochasticObjective;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Tests that each implementation of an objective has a test of the contract of objectives. */
class ContractsAreCompleteTest {
  @Test
  void everyObjectiveHasAContractTest() {
    assertComplete(StochasticObjective.class, StochasticObjectiveContract.class, "objective");
  }
}
