package org.gpchain.internal.training.bound;

import java.util.function.Function;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.descent.MemberwiseObjectiveContract;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract test of all forms of the bound; all parameters are varied. */
@ParameterizedClass
@EnumSource
class EvidenceLowerBoundContractTest implements MemberwiseObjectiveContract {
  @Parameter Form form;

  enum Form {
    ONE_GAUSSIAN(3, 1, 5, 4, 1, 6, 2, 1),
    MIXTURE(3, 3, 4, 4, 1, 5, 2, 1),
    // Sums over tokens are unrolled four times; these sentences need several iterations.
    LONG_SENTENCES(2, 1, 3, 11, 1, 8),
    A_MIXTURE_OF_LONG_SENTENCES(2, 2, 3, 11, 1, 8),
    ONE_TOKEN_SENTENCES_AND_ONE_INDUCING_POINT(3, 2, 1, 1, 1, 1),
    ONE_LABEL(1, 3, 3, 4, 1, 2),
    ROTATED_AXES(
        7,
        draws -> BoundCase.random(draws, 2, 4, 3, 1, 4).rotated(BoundCase.axes(draws, 4)),
        draws -> new Pathwise(new LinearChain(2)),
        2,
        2),
    VECTORS(
        9,
        draws -> BoundCase.random(draws, 2, 4, 3, 1, 4).withVectors(draws),
        draws -> new Pathwise(new LinearChain(2)),
        1,
        2),
    ANOTHER_LIKELIHOOD(
        8,
        draws -> BoundCase.random(draws, 2, 4, 3, 1, 4),
        draws -> new GaussianExpectation(new GaussianLikelihood(2, draws)),
        3,
        1);

    private final Function<Parallel, EvidenceLowerBound> bound;

    Form(int labels, int components, int inducing, int... lengths) {
      bound =
          parallel -> {
            BoundCase of = BoundCase.random(new Draws(labels), labels, inducing, lengths);
            return of.bound(
                of.layout(components), new Pathwise(new LinearChain(labels)), 3, parallel);
          };
    }

    Form(
        long seed,
        Function<Draws, BoundCase> maker,
        Function<Draws, JointEstimator> estimator,
        int components,
        int samples) {
      bound =
          parallel -> {
            Draws draws = new Draws(seed);
            BoundCase of = maker.apply(draws);
            return of.bound(of.layout(components), estimator.apply(draws), samples, parallel);
          };
    }
  }

  @Override
  public EvidenceLowerBound objective(Parallel parallel) {
    return form.bound.apply(parallel);
  }
}
