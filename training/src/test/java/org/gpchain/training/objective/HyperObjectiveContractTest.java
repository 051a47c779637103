package org.gpchain.training.objective;

import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.DIAGONAL;
import static org.gpchain.training.objective.ParameterLayout.CovarianceForm.FULL;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.kernel.ComposedKernel;
import org.gpchain.core.kernel.CosinePolynomial;
import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.Rbf;
import org.gpchain.core.kernel.SumKernel;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.objective.ParameterLayout.CovarianceForm;
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
  class OfAMixtureWithFactorsOnRotatedAxes implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      Draws draws = new Draws(4);
      BoundCase of = BoundCase.random(draws, 2, 4, 3, 1, 4).rotated(BoundCase.axes(draws, 4));
      return HyperObjectiveContractTest.objective(of, 2, FULL, DIAGONAL, parallel);
    }
  }

  @Nested
  class WithDeviationsOnRotatedAxes implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      Draws draws = new Draws(5);
      BoundCase of = BoundCase.random(draws, 2, 5, 3, 1, 4).rotated(BoundCase.axes(draws, 5));
      return HyperObjectiveContractTest.objective(of, 1, DIAGONAL, DIAGONAL, parallel);
    }
  }

  /** A sum of kernels that are not linear in their hyper-parameters. */
  @Nested
  class OfOtherKernels implements StochasticObjectiveContract {
    @Override
    public HyperObjective objective(Parallel parallel) {
      Draws draws = new Draws(10);
      BoundCase of = BoundCase.random(draws, 2, 4, 3, 1, 4).rotated(BoundCase.axes(draws, 4));
      Kernel base = of.projection().kernel();
      Kernel kernel =
          SumKernel.of(
              ComposedKernel.of(base, 0.8, new Rbf(1.2)),
              ComposedKernel.of(base, 0.5, new CosinePolynomial(0.7, 2)));
      EvidenceLowerBound bound =
          of.bound(of.layout(1, DIAGONAL, DIAGONAL), new Pathwise(new LinearChain(2)), 3, parallel);
      ProjectedSentences sentences =
          ProjectedSentences.of(of.corpus(), of.projection().withKernel(kernel), parallel);
      double[] parameters = new Draws(9).normals(bound.parameterCount(), 0.6);
      return new HyperObjective(
          bound.at(sentences, BoundCase.DEVIATION),
          parameters,
          kernel::withHyperParameters,
          parallel);
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
