package org.gpchain.training.objective;

import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Both joint estimators are held to their contract. */
class JointEstimatorContractTest {
  @Nested
  class OfPaths implements JointEstimatorContract {
    @Override
    public Pathwise estimator(DifferentiableLikelihood likelihood) {
      return new Pathwise(likelihood);
    }
  }

  @Nested
  @ParameterizedClass
  @CsvSource({"NONE, false", "NONE, true", "SPLIT, false", "SPLIT, true", "LEAVE_ONE_OUT, false"})
  class OfValues implements JointEstimatorContract {
    @Parameter(0)
    ControlVariate controlVariate;

    @Parameter(1)
    boolean antithetic;

    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, controlVariate, antithetic);
    }
  }
}
