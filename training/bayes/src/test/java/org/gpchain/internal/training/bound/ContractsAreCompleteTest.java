package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Contracts.implementations;
import static org.gpchain.core.Contracts.tested;

import org.gpchain.internal.training.optim.MemberwiseObjective;
import org.gpchain.internal.training.optim.MemberwiseObjectiveContract;
import org.gpchain.internal.training.optim.StochasticObjective;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Every objective and estimator of this module is held to the contract of its interface. */
class ContractsAreCompleteTest {
  @Test
  void everyObjectiveHasItsContract() {
    check(StochasticObjective.class, StochasticObjectiveContract.class, "objective");
    check(MemberwiseObjective.class, MemberwiseObjectiveContract.class, "objective");
    check(JointEstimator.class, JointEstimatorContract.class, "estimator");
  }

  private static void check(Class<?> type, Class<?> contract, String factory) {
    assertThat(tested(ContractsAreCompleteTest.class, contract, factory))
        .isNotEmpty()
        .containsAll(implementations(type, JointEstimator.class));
  }
}
