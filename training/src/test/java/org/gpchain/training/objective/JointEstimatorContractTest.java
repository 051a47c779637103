package org.gpchain.training.objective;

import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.training.objective.ScoreFunction.ControlVariate;
import org.junit.jupiter.api.Nested;

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
  class OfValues implements JointEstimatorContract {
    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, ControlVariate.NONE, false);
    }
  }

  @Nested
  class OfValuesInPairs implements JointEstimatorContract {
    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, ControlVariate.NONE, true);
    }
  }

  @Nested
  class WithSplitSamples implements JointEstimatorContract {
    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, ControlVariate.SPLIT, false);
    }
  }

  @Nested
  class WithSplitPairs implements JointEstimatorContract {
    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, ControlVariate.SPLIT, true);
    }
  }

  @Nested
  class LeavingOneOut implements JointEstimatorContract {
    @Override
    public ScoreFunction estimator(DifferentiableLikelihood likelihood) {
      return new ScoreFunction(likelihood, ControlVariate.LEAVE_ONE_OUT, false);
    }
  }
}
