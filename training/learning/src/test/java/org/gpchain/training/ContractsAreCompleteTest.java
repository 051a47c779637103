package org.gpchain.training;

import static org.gpchain.core.Contracts.assertComplete;

import org.gpchain.training.objective.JointEstimator;
import org.gpchain.training.objective.JointEstimatorContract;
import org.gpchain.training.optim.MemberwiseObjective;
import org.gpchain.training.optim.MemberwiseObjectiveContract;
import org.gpchain.training.optim.StochasticObjective;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Every implementation of the engine's interfaces is held to their contracts. */
class ContractsAreCompleteTest {
  @Test
  void everyObjectiveHasItsContract() {
    assertComplete(StochasticObjective.class, StochasticObjectiveContract.class, "objective");
    assertComplete(MemberwiseObjective.class, MemberwiseObjectiveContract.class, "objective");
    assertComplete(JointEstimator.class, JointEstimatorContract.class, "estimator");
  }
}
