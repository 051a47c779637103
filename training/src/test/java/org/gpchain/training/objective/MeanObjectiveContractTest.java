package org.gpchain.training.objective;

import org.gpchain.core.Draws;
import org.gpchain.core.chain.LinearChain;
import org.gpchain.core.math.Parallel;
import org.gpchain.training.data.LabeledRows;
import org.gpchain.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Nested;

/** The objective of the means is held to its contract in all its forms. */
class MeanObjectiveContractTest {
  /** Scales of 0.5 to 2, and one of zero. */
  private static double[] scale(Draws draws, int features) {
    double[] scale = draws.uniforms(features, 0.5, 2);
    scale[features / 2] = 0;
    return scale;
  }

  private static MeanObjective objective(
      Parallel parallel, int labels, double pairwiseScale, int... lengths) {
    Draws draws = new Draws(labels);
    LabeledRows corpus = Corpora.random(draws, labels, 9, lengths);
    return new MeanObjective(
        corpus, scale(draws, 9), pairwiseScale, new Pathwise(new LinearChain(labels)), parallel);
  }

  @Nested
  class AtTheMean implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      return MeanObjectiveContractTest.objective(parallel, 3, 0.8, 4, 1, 7, 2, 1);
    }
  }

  @Nested
  class OverSamples implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      Draws draws = new Draws(5);
      LabeledRows corpus = Corpora.random(draws, 3, 9, 4, 1, 7, 2, 1);
      FixedSamples samples =
          FixedSamples.draw(
              corpus,
              Covariances.random(corpus, 4, draws),
              draws.uniforms(9, 0.1, 1),
              3,
              1,
              parallel);
      return new MeanObjective(
              corpus, scale(draws, 9), 0.8, new Pathwise(new LinearChain(3)), parallel)
          .withSamples(samples);
    }
  }

  @Nested
  class WithoutTransitions implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      return MeanObjectiveContractTest.objective(parallel, 3, 0, 4, 1, 7, 2, 1);
    }
  }

  @Nested
  class OfRowsWithValues implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      Draws draws = new Draws(7);
      LabeledRows corpus = Corpora.withValues(Corpora.random(draws, 3, 9, 4, 1, 7, 2, 1), draws);
      return new MeanObjective(
          corpus, scale(draws, 9), 0.8, new Pathwise(new LinearChain(3)), parallel);
    }
  }

  @Nested
  class OfOneTokenSentences implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      return MeanObjectiveContractTest.objective(parallel, 4, 0.8, 1, 1, 1, 1);
    }
  }

  @Nested
  class OfOneLabel implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      return MeanObjectiveContractTest.objective(parallel, 1, 0.8, 4, 1, 7);
    }
  }

  @Nested
  class OfAnotherLikelihood implements StochasticObjectiveContract {
    @Override
    public MeanObjective objective(Parallel parallel) {
      Draws draws = new Draws(6);
      LabeledRows corpus = Corpora.random(draws, 2, 9, 4, 1, 7, 2);
      return new MeanObjective(
          corpus, scale(draws, 9), 0.8, new Pathwise(new GaussianLikelihood(2, draws)), parallel);
    }
  }
}
