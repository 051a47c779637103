package org.gpchain.internal.training.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Contracts.implementations;
import static org.gpchain.core.Contracts.tested;

import org.gpchain.internal.training.descent.MemberwiseObjective;
import org.gpchain.internal.training.descent.MemberwiseObjectiveContract;
import org.gpchain.internal.training.optim.StochasticObjective;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Checks that contract tests cover all objectives and estimators of this module. */
class ContractsAreCompleteTest {
  @Test
  void contractsCoverEveryObjective() {
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
