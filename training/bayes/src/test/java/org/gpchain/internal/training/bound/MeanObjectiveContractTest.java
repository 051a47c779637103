package org.gpchain.internal.training.bound;

import org.gpchain.core.Draws;
import org.gpchain.core.likelihood.DifferentiableLikelihood;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract test of all forms of the objective of the means. */
@ParameterizedClass
@EnumSource
class MeanObjectiveContractTest implements StochasticObjectiveContract {
  private static final int D = 9;

  @Parameter Form form;

  enum Form {
    AT_THE_MEAN(3, 3, 0.8, 4, 1, 7, 2, 1),
    OVER_SAMPLES(5, 3, 0.8, 4, 1, 7, 2, 1),
    WITHOUT_TRANSITIONS(3, 3, 0, 4, 1, 7, 2, 1),
    ROWS_WITH_VECTORS(8, 3, 0.8, 4, 1, 7, 2, 1),
    SAMPLES_OF_ROWS_WITH_VECTORS(9, 3, 0.8, 4, 1, 7, 2, 1),
    ROWS_WITH_VALUES(7, 3, 0.8, 4, 1, 7, 2, 1),
    ONE_TOKEN_SENTENCES(4, 4, 0.8, 1, 1, 1, 1),
    ONE_LABEL(1, 1, 0.8, 4, 1, 7),
    ANOTHER_LIKELIHOOD(6, 2, 0.8, 4, 1, 7, 2);

    private final long seed;
    private final int labels;
    private final double pairwiseScale;
    private final int[] lengths;

    Form(long seed, int labels, double pairwiseScale, int... lengths) {
      this.seed = seed;
      this.labels = labels;
      this.pairwiseScale = pairwiseScale;
      this.lengths = lengths;
    }
  }

  @Override
  public MeanObjective objective(Parallel parallel) {
    Draws draws = new Draws(form.seed);
    LabeledRows plain = Corpora.random(draws, form.labels, D, form.lengths);
    LabeledRows corpus =
        switch (form) {
          case ROWS_WITH_VALUES -> Corpora.withValues(plain, draws);
          case ROWS_WITH_VECTORS, SAMPLES_OF_ROWS_WITH_VECTORS ->
              Corpora.withDense(plain, draws, 2);
          default -> plain;
        };
    // Scales between 0.5 and 2, and a scale of zero.
    double[] scale = draws.uniforms(corpus.rows().columnCount(), 0.5, 2);
    scale[D / 2] = 0;
    DifferentiableLikelihood likelihood =
        form == Form.ANOTHER_LIKELIHOOD
            ? new GaussianLikelihood(form.labels, draws)
            : new LinearChain(form.labels);
    MeanObjective objective =
        new MeanObjective(corpus, scale, form.pairwiseScale, new Pathwise(likelihood), parallel);

    return form != Form.OVER_SAMPLES && form != Form.SAMPLES_OF_ROWS_WITH_VECTORS
        ? objective
        : objective.withSamples(
            new LatentCovariance(
                corpus, Covariances.random(corpus, 4, draws), draws.uniforms(9, 0.1, 1)),
            3,
            1);
  }
}
