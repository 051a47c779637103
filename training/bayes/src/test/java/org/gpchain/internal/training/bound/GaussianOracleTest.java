package org.gpchain.internal.training.bound;

import static org.gpchain.core.NaiveAlgebra.identity;
import static org.gpchain.core.NaiveAlgebra.inverse;
import static org.gpchain.core.NaiveAlgebra.product;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Tolerances.OPTIMUM;
import static org.gpchain.core.Tolerances.assertClose;

import java.util.Arrays;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.data.LabeledRows;
import org.gpchain.internal.training.objective.Corpora;
import org.gpchain.internal.training.optim.ChainCase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Compares with the closed forms that exist for a Gaussian likelihood. */
class GaussianOracleTest {
  private static final int LABELS = 2;
  private static final int FEATURES = 6;
  private static final double PAIRWISE_SCALE = 0.7;

  @AutoClose private final Parallel parallel = new Parallel(1);
  private final Draws draws = new Draws(1);
  private final LabeledRows corpus = Corpora.random(draws, LABELS, FEATURES, 4, 1, 3);
  private final double[] scale = draws.uniforms(FEATURES, 0.5, 1.5);
  private final GaussianLikelihood likelihood = new GaussianLikelihood(LABELS, draws);
  private final MeanObjective objective =
      new MeanObjective(corpus, scale, PAIRWISE_SCALE, new Pathwise(likelihood), parallel);

  /** Compares with {@code f̂ = K (K + I)⁻¹ c} and {@code ĝ = d N σ_b² / (1 + N σ_b²)}. */
  @Test
  void bestMeanMatchesGaussianProcessRegression() {
    double[] best = ChainCase.minimum(objective).parameters();
    int tokens = corpus.tokenCount();
    double[] variance = Arrays.stream(scale).map(s -> s * s).toArray();
    double[][] kernel = Covariances.kernelMatrix(variance, corpus.rows(), 0, tokens);
    double[][] smoother = product(kernel, inverse(sum(kernel, 1, identity(tokens))));
    double[][] centres = new double[tokens][LABELS];

    for (int t = 0; t < tokens; t++) {
      for (int v = 0; v < LABELS; v++) {
        centres[t][v] = likelihood.unaryCentre(corpus.labels()[t], v);
      }
    }

    double[][] expected = product(smoother, centres);
    for (int n = 0; n < corpus.sentenceCount(); n++) {
      double[] unary = Corpora.unary(corpus, n, objective.weights(best));
      for (int i = 0; i < unary.length; i++) {
        double f = expected[corpus.sentenceStart()[n] + i / LABELS][i % LABELS];
        assertClose("f of sentence " + n, unary[i], f, OPTIMUM);
      }
    }

    double precision = corpus.sentenceCount() * PAIRWISE_SCALE * PAIRWISE_SCALE;
    for (int i = 0; i < LABELS * LABELS; i++) {
      double g = likelihood.pairwiseCentre()[i] * precision / (1 + precision);
      assertClose("g", objective.pairwise(best)[i], g, OPTIMUM);
    }
  }
}
