package org.gpchain.training.vi;

import static org.gpchain.training.vi.CovarianceForm.DIAGONAL;
import static org.gpchain.training.vi.CovarianceForm.FULL;

import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.Draws;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Nested;

/** The objective of the hyper-parameters is held to its contract: each variance is varied. */
class HyperObjectiveContractTest {
  private static HyperObjective objective(
      BoundCase of,
      int components,
      CovarianceForm unary,
      CovarianceForm pairwise,
      Parallel parallel) {
    EvidenceLowerBound bound =
        of.bound(
            of.layout(components, unary, pairwise),
            new Pathwise(new LinearChain(of.labels())),
            3,
            parallel);
    double[] parameters = new Draws(9).normals(bound.parameterCount(), 0.6);
    return new HyperObjective(bound, parameters, of::kernel, parallel);
  }

  @Nested
  class WithDeviations implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(1), 3, 5, 4, 1, 6, 2, 1);
      return HyperObjectiveContractTest.objective(of, 1, DIAGONAL, DIAGONAL, parallel);
    }
  }

  @Nested
  class WithFactors implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(2), 2, 4, 3, 1, 4);
      return HyperObjectiveContractTest.objective(of, 1, FULL, FULL, parallel);
    }
  }

  @Nested
  class OfAMixtureWithDeviations implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(3), 3, 3, 5, 1, 2, 2);
      return HyperObjectiveContractTest.objective(of, 2, DIAGONAL, FULL, parallel);
    }
  }

  @Nested
  class OfAMixtureWithFactorsOnTurnedAxes implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      Draws draws = new Draws(4);
      BoundCase of = BoundCase.random(draws, 2, 4, 3, 1, 4).turned(BoundCase.axes(draws, 4));
      return HyperObjectiveContractTest.objective(of, 2, FULL, DIAGONAL, parallel);
    }
  }

  @Nested
  class WithDeviationsOnTurnedAxes implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      Draws draws = new Draws(5);
      BoundCase of = BoundCase.random(draws, 2, 5, 3, 1, 4).turned(BoundCase.axes(draws, 5));
      return HyperObjectiveContractTest.objective(of, 1, DIAGONAL, DIAGONAL, parallel);
    }
  }

  /** More inducing points than one thread takes at a time. */
  @Nested
  class WithManyInducingPoints implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(6), 2, 40, 20, 1, 21);
      return HyperObjectiveContractTest.objective(of, 1, DIAGONAL, DIAGONAL, parallel);
    }
  }

  @Nested
  class OfOneTokenSentencesAndOneInducingPoint implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(7), 3, 1, 1, 1, 1);
      return HyperObjectiveContractTest.objective(of, 2, FULL, FULL, parallel);
    }
  }

  @Nested
  class OfOneLabel implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      BoundCase of = BoundCase.random(new Draws(8), 1, 3, 4, 1, 2);
      return HyperObjectiveContractTest.objective(of, 1, FULL, DIAGONAL, parallel);
    }
  }
}
