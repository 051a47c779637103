package org.gpchain.training.objective;

import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.DIAGONAL;
import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.FULL;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
import org.gpchain.training.optim.MemberwiseObjectiveContract;
import org.junit.jupiter.api.Nested;

/** The bound is held to its contract in all its forms: every parameter is varied. */
class EvidenceLowerBoundContractTest {
  private static EvidenceLowerBound bound(
      Parallel parallel,
      int labels,
      int components,
      CovarianceForm unary,
      CovarianceForm pairwise,
      int inducing,
      int... lengths) {
    BoundCase of = BoundCase.random(new Draws(labels), labels, inducing, lengths);
    return of.bound(
        of.layout(components, unary, pairwise), new Pathwise(new LinearChain(labels)), 3, parallel);
  }

  @Nested
  class WithDeviations implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 3, 1, DIAGONAL, DIAGONAL, 5, 4, 1, 6, 2, 1);
    }
  }

  @Nested
  class WithFactors implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 3, 1, FULL, FULL, 4, 4, 1, 5, 2);
    }
  }

  @Nested
  class WithAFactorOfTransitionsOnly implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 2, 3, DIAGONAL, FULL, 4, 3, 1, 4);
    }
  }

  @Nested
  class MixtureWithDeviations implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 3, 3, DIAGONAL, DIAGONAL, 4, 4, 1, 5, 2, 1);
    }
  }

  @Nested
  class MixtureWithFactors implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 2, 3, FULL, DIAGONAL, 5, 3, 1, 4);
    }
  }

  /** Tokens are added four at a time: more than twice as many. */
  @Nested
  class OfLongSentencesWithDeviations implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 2, 1, DIAGONAL, DIAGONAL, 3, 11, 1, 8);
    }
  }

  @Nested
  class OfLongSentencesWithFactors implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 2, 2, FULL, DIAGONAL, 3, 11, 1, 8);
    }
  }

  @Nested
  class OfOneTokenSentencesAndOneInducingPoint implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 3, 2, FULL, FULL, 1, 1, 1, 1);
    }
  }

  @Nested
  class OfOneLabel implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      return bound(parallel, 1, 3, FULL, FULL, 3, 4, 1, 2);
    }
  }

  @Nested
  class OnRotatedAxes implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      Draws draws = new Draws(7);
      BoundCase rotated = BoundCase.random(draws, 2, 4, 3, 1, 4).rotated(BoundCase.axes(draws, 4));
      return rotated.bound(
          rotated.layout(2, FULL, FULL), new Pathwise(new LinearChain(2)), 2, parallel);
    }
  }

  @Nested
  class OfAnotherLikelihood implements MemberwiseObjectiveContract {
    @Override
    public EvidenceLowerBound objective(Parallel parallel) {
      Draws draws = new Draws(8);
      BoundCase of = BoundCase.random(draws, 2, 4, 3, 1, 4);
      return of.bound(
          of.layout(3, FULL, FULL),
          new GaussianExpectation(new GaussianLikelihood(2, draws)),
          1,
          parallel);
    }
  }
}
